import type { GateProblem } from "../entry-proposal.ts";

/** Common formats of credentials. Secrets that the workspace knows are masked elsewhere. */
const SECRETS: readonly RegExp[] = [
  /\bsk-(?:[a-z]+-)*[A-Za-z0-9_-]{16,}/u,
  /\b(?:gh[pousr]|github_pat)_\w{20,}/u,
  /\bglpat-[\w-]{16,}/u,
  /\bxox[abprs]-[\w-]{10,}/u,
  /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/u,
  /\bAIza[\w-]{30,}/u,
  /-----BEGIN [A-Z ]*PRIVATE KEY-----/u,
  /\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{5,}/u,
  // A password in an address.
  /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s/:@]+:[^\s/@]+@/iu,
  /\b(?:password|passwd|secret|api[_ -]?key|access[_ -]?token)\s*(?:=|:|\bis\b)\s*["']?(?=\S*\d)[^\s"']{8,}/iu,
  /(?:密码|口令|密钥|令牌)\s*(?:是|为|[:：=])\s*["'“]?(?=[\x21-\x7e]*\d)[\x21-\x7e]{6,}/u,
];
/** Problems are shown and logged, so only the start of a secret is named. */
const SHOWN_CHARACTERS = 6;

/** Finds credentials in a text. */
export function findSecrets(text: string): readonly GateProblem[] {
  return SECRETS.flatMap((pattern) => {
    const [found] = pattern.exec(text) ?? [];
    if (found === undefined) return [];
    return [{ gate: "secret" as const, found: `${found.slice(0, SHOWN_CHARACTERS)}…`, instead: null }];
  });
}

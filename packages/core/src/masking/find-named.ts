import { entropy, type FoundSecret } from "./found-secret.ts";

/** A value that a name calls a secret: `API_TOKEN=…`, `"password": "…"`, `密码：…`. */
const NAMED =
  /(?<name>api[_-]?key|(?:secret|access|auth|private|account|encryption|signing|shared)[_-]?(?:access[_-]?)?(?:key|token)|client[_-]?secret|token|secret|passwd|password|passphrase|pwd|credential|密码|口令|密钥|令牌)s?(?:[_-]\w{1,20}|\d{1,3})?(?:\\{0,9}["']|[*_`]{1,3})?[ \t]{0,10}(?:=>|:=|=(?!=)|[:：])[ \t]{0,10}\\{0,9}["'`]?(?<value>(?:[^\s"'`\\,;<>(){}[\]&]|&(?!\w{1,40}=)){8,400})/giu;
/** The end of a text that may still become one. */
const NAMED_BEGINNING =
  /(?:api[_-]?key|(?:secret|access|auth|private|account|encryption|signing|shared)[_-]?(?:access[_-]?)?(?:key|token)|client[_-]?secret|token|secret|passwd|password|passphrase|pwd|credential|密码|口令|密钥|令牌)s?(?:[_-]\w{0,20}|\d{1,3})?(?:\\{0,9}["']?|[*_`]{1,3})?[ \t]{0,10}(?:(?:=>?|:=|[:：])[ \t]{0,10}\\{0,9}["'`]?[^\s"'`\\,;<>(){}[\]]{0,400})?$/iu;
const AUTHORIZATION = /\b(?:Bearer|Basic)[ \t]{1,4}(?<value>[A-Za-z0-9._~+/=-]{16,4000})/giu;
const AUTHORIZATION_BEGINNING = /\b(?:Bearer|Basic)(?:[ \t]{1,4}[A-Za-z0-9._~+/=-]{0,4000})?$/iu;
const URL_PASSWORD = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s:@/"'<>]{0,100}:(?<value>[^\s:@/"'<>]{3,200})@/giu;
const URL_PASSWORD_BEGINNING = /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s:@/"'<>]{0,100}:[^\s:@/"'<>]{0,200}$/iu;

/** The words that a name of a secret begins with, and how far back one is looked for. */
const WORDS = [
  ...[
    "api_key",
    "api-key",
    "apikey",
    "secret",
    "access_",
    "access-",
    "auth_",
    "auth-",
    "private_",
    "account_",
  ],
  ...["encryption_", "signing_", "shared_", "client_secret", "client-secret", "token", "passwd", "password"],
  ...[
    "passphrase",
    "pwd",
    "credential",
    "bearer ",
    "basic ",
    "accesskey",
    "authtoken",
    "privatekey",
    "clientsecret",
  ],
];
const LOOK_BACK_CHARACTERS = 600;

/** Values that stand for one: variables, references to code, and what documentation writes. */
const STAND_IN =
  /^(?:\$|%|\*|\.|\/|~|https?:|file:|\[|<|#|@|!|&|\||null|undefined|true|false|none|process\.env|import\.meta|os\.environ)|x{4,}|\*{3,}|\.{3}|example|changeme|placeholder|your[_-]|redacted|dummy|sample/iu;
const MEMBER = /^[A-Za-z_$][\w$]*(?:[.:][A-Za-z_$][\w$]*)+$/u;

/** Bits per character of a password that someone made up, and of a key. */
const MIN_ENTROPY = 2.9;
const MIN_KEY_ENTROPY = 3.3;
const KEY_CHARACTERS = 20;

/** Finds values that the text itself calls a secret and that look random, credentials of the Authorization header, and passwords in addresses. */
export function findNamed(text: string): readonly FoundSecret[] {
  return [
    ...matches(text, NAMED, { toKind: ({ name = "" }) => kindOf(name), accepts: isRandom }),
    ...matches(text, AUTHORIZATION, {
      toKind: () => "token",
      accepts: (value) => /\d/u.test(value) || entropy(value) > 4,
    }),
    ...urlPasswords(text),
  ];
}

function urlPasswords(text: string): readonly FoundSecret[] {
  // Any letter may begin an address, so the pattern is slow where there is none.
  if (!text.includes("://") || !text.includes("@")) return [];
  return matches(text, URL_PASSWORD, {
    toKind: () => "password",
    accepts: (value) => !/^(?:\$|<|\[|%3C|\{|x+$|\*+$)/iu.test(value),
  });
}

/** Returns where the end of a text begins that may become such a value; its length if nothing does. */
export function pendingNamed(text: string): number {
  const from = Math.max(0, text.length - LOOK_BACK_CHARACTERS);
  const end = text.slice(from);
  const begins = [NAMED_BEGINNING, AUTHORIZATION_BEGINNING, URL_PASSWORD_BEGINNING].map((pattern) => {
    const index = end.search(pattern);
    return index === -1 ? end.length : index;
  });
  const lower = end.toLowerCase();
  let partial = 0;
  for (const word of WORDS)
    for (let length = Math.min(word.length - 1, lower.length); length > partial; length -= 1)
      if (lower.endsWith(word.slice(0, length)) && beginsWord(end, end.length - length)) partial = length;
  return from + Math.min(...begins, end.length - partial);
}

/** True after anything but a letter, and for a capital after a small letter: `githubT`. */
function beginsWord(text: string, index: number): boolean {
  return !/[A-Za-z]$/u.test(text.slice(0, index)) || /^[a-z][A-Z]/u.test(text.slice(index - 1, index + 1));
}

function matches(
  text: string,
  pattern: RegExp,
  {
    toKind,
    accepts,
  }: {
    readonly toKind: (groups: Readonly<Record<string, string>>) => string;
    readonly accepts: (value: string) => boolean;
  },
): readonly FoundSecret[] {
  return [...text.matchAll(pattern)].flatMap(({ 0: whole, index, groups = {} }) => {
    const { value = "" } = groups;
    if (!accepts(value)) return [];
    const start = index + whole.lastIndexOf(value);
    return [{ kind: toKind(groups), start, end: start + value.length, value }];
  });
}

function kindOf(name: string): string {
  return /pass|pwd|密码|口令/iu.test(name) ? "password" : "key";
}

function isRandom(value: string): boolean {
  if (STAND_IN.test(value) || MEMBER.test(value)) return false;
  if (!/\d/u.test(value) || !/[A-Za-z]/u.test(value)) return false;
  return entropy(value) >= (value.length >= KEY_CHARACTERS ? MIN_KEY_ENTROPY : MIN_ENTROPY);
}

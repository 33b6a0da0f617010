import { createRandom } from "./random.ts";

/** A piece of every planted key, at its beginning and, if it is long enough, at its end. Every alphabet of keys has these characters. */
export const MARK = "5eed5b17";

const HEX = "0123456789abcdef";
const UPPER = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const ALNUM = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const URL_SAFE = `${ALNUM}_-`;

type Draw = (length: number, alphabet?: string) => string;
type Form = (draw: Draw) => string;

/** How providers document the forms of their keys; lengths are the usual ones. Independent of the table by which keys are found. */
const FORMS: Readonly<Record<string, Form>> = {
  "GitHub, classic": (draw) => `ghp_${draw(36)}`,
  "GitHub, fine-grained": (draw) => `github_pat_${draw(22)}_${draw(59)}`,
  "GitHub, app": (draw) => `ghs_${draw(36)}`,
  GitLab: (draw) => `glpat-${draw(20, URL_SAFE)}`,
  OpenAI: (draw) => `sk-proj-${draw(74, URL_SAFE)}T3BlbkFJ${draw(74, URL_SAFE)}`,
  DeepSeek: (draw) => `sk-${draw(32, HEX)}`,
  Anthropic: (draw) => `sk-ant-api03-${draw(93, URL_SAFE)}AA`,
  Stripe: (draw) => `sk_live_${draw(24)}`,
  "Stripe, webhooks": (draw) => `whsec_${draw(32)}`,
  "AWS, access key": (draw) => `AKIA${draw(16, UPPER)}`,
  "AWS, secret key": (draw) => `AWS_SECRET_ACCESS_KEY=${draw(40)}`,
  "Google, API": (draw) => `AIza${draw(35, URL_SAFE)}`,
  "Google, client": (draw) => `GOCSPX-${draw(28, URL_SAFE)}`,
  Slack: (draw) => `xoxb-123456789012-1234567890123-${draw(24)}`,
  "Slack, webhook": (draw) => `https://hooks.slack.com/services/T0123ABCD/B0123ABCD/${draw(24)}`,
  "Discord, webhook": (draw) => `https://discord.com/api/webhooks/123456789012345678/${draw(68, URL_SAFE)}`,
  npm: (draw) => `npm_${draw(36)}`,
  PyPI: (draw) => `pypi-AgEIcHlwaS5vcmc${draw(120, URL_SAFE)}`,
  RubyGems: (draw) => `rubygems_${draw(48, HEX)}`,
  "Hugging Face": (draw) => `hf_${draw(34)}`,
  Groq: (draw) => `gsk_${draw(52)}`,
  Replicate: (draw) => `r8_${draw(37)}`,
  Perplexity: (draw) => `pplx-${draw(48)}`,
  Tavily: (draw) => `tvly-dev-${draw(32)}`,
  SendGrid: (draw) => `SG.${draw(22, URL_SAFE)}.${draw(43, URL_SAFE)}`,
  Mailgun: (draw) => `key-${draw(32, HEX)}`,
  Twilio: (draw) => `SK${draw(32, HEX)}`,
  Shopify: (draw) => `shpat_${draw(32, HEX)}`,
  Square: (draw) => `sq0atp-${draw(22, URL_SAFE)}`,
  Grafana: (draw) => `glsa_${draw(32)}_${draw(8, HEX)}`,
  Vault: (draw) => `hvs.${draw(90, URL_SAFE)}`,
  Databricks: (draw) => `dapi${draw(32, HEX)}`,
  Docker: (draw) => `dckr_pat_${draw(27, URL_SAFE)}`,
  Figma: (draw) => `figd_${draw(40, URL_SAFE)}`,
  Linear: (draw) => `lin_api_${draw(40)}`,
  DigitalOcean: (draw) => `dop_v1_${draw(64, HEX)}`,
  Postman: (draw) => `PMAK-${draw(24, HEX)}-${draw(34, HEX)}`,
  "New Relic": (draw) => `NRAK-${draw(27, UPPER)}`,
  Atlassian: (draw) => `ATATT3xFfGF0${draw(180, URL_SAFE)}`,
  Supabase: (draw) => `sbp_${draw(40, HEX)}`,
  Pulumi: (draw) => `pul-${draw(40, HEX)}`,
  Dynatrace: (draw) => `dt0c01.${draw(24, UPPER)}.${draw(64, UPPER)}`,
  age: (draw) => `AGE-SECRET-KEY-1${draw(58, UPPER)}`,
  "web token": (draw) => `eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.${draw(43, URL_SAFE)}`,
  "private key": (draw) =>
    `-----BEGIN PRIVATE KEY-----\\n${draw(64)}\\n${draw(64)}\\n-----END PRIVATE KEY-----`,
  "address with a password": (draw) => `postgres://shop:${draw(24)}@db.internal:5432/shop`,
  "named password": (draw) => `"password": "${draw(24)}"`,
  "Authorization header": (draw) => `Authorization: Bearer ${draw(40)}`,
  "storage account": (draw) => `AccountKey=${draw(86)}==`,
};

/** A planted key with the kind that it belongs to. */
export type PlantedKey = { readonly kind: string; readonly text: string };

/** Returns `each` different keys of every kind, the same in every run. */
export function plantKeys(each: number): readonly PlantedKey[] {
  const random = createRandom(27);
  const draw: Draw = (length, alphabet = ALNUM) => {
    const mark = alphabet === UPPER ? MARK.toUpperCase() : MARK;
    // Twice in a short text, it would make that less random than keys are.
    const ends = length >= 5 * mark.length ? mark : "";
    const inner = length - mark.length - ends.length;
    const letters = Array.from({ length: inner }, () => alphabet[Math.floor(random() * alphabet.length)]);
    return `${mark}${letters.join("")}${ends}`;
  };
  return Array.from({ length: each }, () =>
    Object.entries(FORMS).map(([kind, form]): PlantedKey => ({ kind, text: form(draw) })),
  ).flat();
}

/** The ways in which keys of a form of their own are written. Values that only their name makes a secret stay as they are. */
const WRITINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => `see "${text}", or ask`,
  (text) => Buffer.from(`user:${text}\n`).toString("base64"),
  (text) => Buffer.from(`{"key":"${text}"}`).toString("base64url"),
  (text) => Buffer.from(text).toString("hex"),
  (text) => Array.from(text, (letter) => `%${letter.charCodeAt(0).toString(16)}`).join(""),
  (text) => `https://example.com/?q=${encodeURIComponent(text)}&x=1`,
  (text) => Array.from(text, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  (text) => JSON.stringify(JSON.stringify({ line: `a\n${text}` })),
];
const BY_NAME: ReadonlySet<string> = new Set([
  ...["AWS, secret key", "named password", "Authorization header", "storage account"],
  ...["address with a password", "private key"],
]);

/** Returns a line for each key, each written in another way than in the line before; `turn` shifts the ways. */
export function writeLines(keys: readonly PlantedKey[], turn: number): string {
  const lines = keys.map(({ kind, text }, index) => {
    const write = BY_NAME.has(kind) ? undefined : WRITINGS[(index + turn) % WRITINGS.length];
    return `${String(index)}: ${write === undefined ? text : write(text)}`;
  });
  return `${lines.join("\n")}\n`;
}

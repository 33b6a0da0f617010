import { randomBytes, randomUUID, createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createKeyRedactor } from "../adapters/system/key-redactor.ts";
import { createStreamRedactor } from "../loop/model/redact-stream.ts";
import { findSecrets } from "./find-secrets.ts";
import { KEY_FORMATS, type KeyAlphabet } from "./key-formats.ts";

const ALPHABETS: Readonly<Record<KeyAlphabet, string>> = {
  alnum: "ABCDEFGHJKabcdefghjk0123456789",
  hex: "0123456789abcdef",
  upper: "ABCDEFGHJK0123456789",
  url: "ABCDEFGHJKabcdefghjk0123456789",
  base64: "ABCDEFGHJKabcdefghjk0123456789",
  dotted: "ABCDEFGHJKabcdefghjk0123456789",
};
/** A generator with a fixed seed: the same keys in every run. */
function createDraw(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const draw = createDraw(7);
const randomText = (length: number, alphabet: string): string =>
  Array.from({ length }, () => alphabet[draw(alphabet.length)] ?? "").join("");

/** At least 200 keys of every form in the table. */
const KEYS = Array.from({ length: 3 }, () =>
  KEY_FORMATS.flatMap(({ prefixes, alphabet, min }) =>
    prefixes.map((prefix) => `${prefix}${randomText(min + 4, ALPHABETS[alphabet])}07`),
  ),
).flat();

/** The ways in which a text can hold a key. */
const PLACES: readonly ((key: string) => string)[] = [
  (key) => key,
  (key) => `export KEY=${key}\nnext line`,
  (key) => JSON.stringify(JSON.stringify({ note: `line\n${key}`, more: "x" })),
  (key) => `curl -H 'Authorization: Bearer ${key}' https://example.com`,
  (key) => `https://example.com/?q=a%20${encodeURIComponent(key)}&x=1`,
  (key) => `Error: invalid key "${key}" (401)`,
  (key) => `<p>${key}</p>`,
  (key) => Buffer.from(`user:${key}\n`).toString("base64"),
  (key) => Buffer.from(`{"k":"${key}"}`).toString("base64url"),
  (key) => Array.from(key, (character) => `%${character.charCodeAt(0).toString(16)}`).join(""),
  (key) =>
    Array.from(key, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
  // As JSON in JSON, as Markdown writes what a page says, and as programs print bytes.
  (key) =>
    JSON.stringify(
      Array.from(key, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`).join(""),
    ),
  (key) => `A page: ${key.replaceAll(/[_*]/gu, "\\$&")} and more`,
  (key) => `API\\_TOKEN: ${key.replaceAll(/[_*]/gu, "\\$&")}`,
  (key) => Buffer.from(`KEY=${key}`).toString("hex"),
  (key) => `0${Buffer.from(key).toString("hex").toUpperCase()}`,
  (key) =>
    Buffer.from(`${"x".repeat(50)}\nsecret: ${key}\n`)
      .toString("base64")
      .replaceAll(/.{76}/gu, "$&\n"),
];

/** Undoes the encodings of a text, to look for a key in it. */
function decodings(text: string): readonly string[] {
  const runs = text.match(/[A-Za-z0-9+/_=-]{16,}/gu) ?? [];
  return [
    text,
    text.replaceAll(/%([0-9a-f]{2})/giu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    text.replaceAll(/\\+u([0-9a-f]{4})/giu, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    ),
    text.replaceAll("\\", ""),
    Buffer.from(text.replaceAll(/\[redacted[^\]]*\]|\n/gu, ""), "base64").toString("latin1"),
    ...[0, 1].flatMap((from) =>
      (text.match(/[0-9A-Fa-f]{16,}/gu) ?? []).map((run) =>
        Buffer.from(run.slice(from), "hex").toString("latin1"),
      ),
    ),
    ...runs.map((run) => Buffer.from(run, "base64").toString("latin1")),
  ];
}

/** The part of a key that must not be left: ten characters of its end. */
const remainder = (key: string): string => key.slice(-10);

describe("masking of keys in common formats", () => {
  const redactor = createKeyRedactor({});

  it("masks planted keys of more than 30 kinds in every place and encoding", () => {
    expect(KEYS.length).toBeGreaterThanOrEqual(200);
    expect(new Set(KEY_FORMATS.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30);
    const left = KEYS.flatMap((key) =>
      PLACES.flatMap((place, index) => {
        const masked = redactor.redact(place(key));
        const isLeft = decodings(masked).some((text) => text.includes(remainder(key)));
        return isLeft || !masked.includes("[redacted:") ? [`${index}: ${key}`] : [];
      }),
    );
    expect(left).toEqual([]);
  });

  it("masks them in streams split at any position, as in the whole text", () => {
    const text = fc
      .tuple(fc.nat(KEYS.length - 1), fc.nat(PLACES.length - 1), fc.constantFrom("", "token: ", "see ", "x "))
      .map(([key, place, before]) => `${before}${PLACES[place]?.(KEYS[key] ?? "") ?? ""} and more. The end`);
    fc.assert(
      fc.property(text, fc.array(fc.integer({ min: 1, max: 25 }), { maxLength: 80 }), (whole, sizes) => {
        const stream = createStreamRedactor(redactor);
        let shown = "";
        let from = 0;
        for (const size of sizes) {
          shown += stream.push(whole.slice(from, from + size));
          from += size;
        }
        expect(shown + stream.push(whole.slice(from)) + stream.end()).toBe(redactor.redact(whole));
      }),
      { numRuns: 600 },
    );
  });

  it.each([
    ["a password in an address", "postgres://app:hunter2horse@db.internal/x", "hunter2horse"],
    ["a named key", 'AWS_SECRET_ACCESS_KEY="wJalrXUtnFEMIK7MDENGbPxRfiCYzz"', "wJalrXUtnFEMIK7MDENG"],
    ["a password in YAML", "  password: Tr0ub4dor9horse", "Tr0ub4dor9horse"],
    ["a JSON field", '{"client_secret":"8f7Gh2kLm9QwErTy55"}', "8f7Gh2kLm9QwErTy55"],
    ["a Chinese name", "密码：qW3rTy8uIoP", "qW3rTy8uIoP"],
    ["a web token", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJlMTIz", "eyJzdWIiOiIxMjM0In0"],
    ["basic credentials", "Authorization: Basic dXNlcjpwYXNzd29yZDEyMw==", "dXNlcjpwYXNzd29yZDEyMw"],
    [
      "a private key",
      "-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\nxyz=\n-----END RSA PRIVATE KEY-----",
      "MIIEabc",
    ],
    ["a key that an excerpt cuts", "Invalid: npm_q1W2e3R4t5", "q1W2e3R4t5"],
    ["a key that an excerpt cuts, with a mark", 'see "ghp_q1W2e3R4t5…"', "q1W2e3R4t5"],
    ["a key that is cut within an escape", "npm\\_q1W2e3R4t5\\u006", "q1W2e3R4t5"],
    [
      "a password in JSON within JSON",
      String.raw`"{\\\"password\\\": \\\"q1W2e3R4t5y6\\\"}"`,
      "q1W2e3R4t5y6",
    ],
    ["an unfinished private key", "-----BEGIN PRIVATE KEY-----\\nMIIEabcdef", "MIIEabcdef"],
  ])("masks %s", (_, text, secret) => {
    const masked = redactor.redact(text);
    expect(masked).toContain("[redacted:");
    expect(masked).not.toContain(secret);
    expect(redactor.redact(masked)).toBe(masked);
  });

  it("gives equal keys equal marks and different ones different marks", () => {
    const [first = "", second = ""] = KEYS;
    const marks = (text: string) => redactor.redact(text).match(/\[redacted:[^\]]+\]/gu);
    expect(new Set(marks(`${first} ${first} ${second}`)).size).toBe(2);
    expect(marks(`"${first}"`)).toEqual(
      createKeyRedactor({})
        .redact(first)
        .match(/\[.*\]/u)
        ?.slice(0, 1),
    );
  });

  it("masks at most one percent of harmless texts", () => {
    const bytes = (length: number): Buffer => randomBytes(length);
    const sha = (name: string, encoding: "hex" | "base64"): string =>
      createHash(name).update(bytes(16)).digest(encoding);
    const harmless = [
      ...Array.from({ length: 125 }, () => `id: ${randomUUID()}`),
      ...Array.from({ length: 125 }, () => `commit ${sha("sha1", "hex")} ${sha("sha256", "hex")}`),
      ...Array.from({ length: 125 }, () => `"integrity": "sha512-${sha("sha512", "base64")}",`),
      ...Array.from(
        { length: 125 },
        () => `<img src="data:image/png;base64,${bytes(300).toString("base64")}">`,
      ),
      ...Array.from({ length: 300 }, (_, index) => [
        `const token${index} = request.headers.authorization;`,
        `max_tokens: ${1000 + index}, tokenizer: cl100k_base`,
        `password: string; // at least 12 characters, see issue ${index}`,
        `.sk-circle${index} { animation: sk-fade-delay 1.${index}s infinite ease-in-out both; }`,
        `process.env.API_KEY_${index} ?? "" and $TOKEN_${index} and <secret>token-${index}</secret>`,
      ]).flat(),
    ];
    expect(harmless).toHaveLength(2_000);
    const masked = harmless.filter((text) => findSecrets(text).length > 0);
    expect(masked.length, masked.slice(0, 5).join("\n")).toBeLessThanOrEqual(20);
  });

  it("takes time in proportion to the length of hostile texts", () => {
    const parts = [
      "password",
      "sk-",
      "-----BEGIN ",
      "eyJ",
      "%41",
      "\\u0041",
      "a:/",
      "token=",
      " ",
      "A",
      "https://a:",
      "Bearer ",
    ];
    // Time of the processor, of which other programs take nothing. Quadratic work would take sixteen times as much for four times the text.
    const processorMs = (text: string): number => {
      const before = process.cpuUsage();
      redactor.redact(text);
      const { user, system } = process.cpuUsage(before);
      return (user + system) / 1_000;
    };
    for (const part of parts) {
      const text = part.repeat(Math.ceil(25_000 / part.length));
      expect(processorMs(text.repeat(4)), part).toBeLessThan(8 * processorMs(text) + 200);
    }
  });
});

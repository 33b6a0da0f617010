import fc from "fast-check";
import { expect, it } from "vitest";
import { createKeyRedactor } from "@goaltrace/core/system";
import { createPublicMask } from "./public-mask.ts";

const KNOWN = "the-database-password";
const mask = (): ((text: string) => string) =>
  createPublicMask(createKeyRedactor({ environment: [KNOWN] }), "/srv/projects/shop");

/** Joined at run time, so that secret scanners do not report this file. */
const join = (...parts: readonly string[]): string => parts.join("");
const SECRETS = [
  KNOWN,
  join("sk-", "proj-0123456789abcdefABCDEF"),
  join("gt_", "0123456789abcdefABCDEF0123"),
  join("ghp", "_0123456789abcdefABCDEF012345"),
  join("github", "_pat_0123456789abcdefABCDEF"),
  join("glpat", "-0123456789abcdefABCD"),
  join("xoxb", "-1234567890-abcdef"),
  join("AKIA", "0123456789ABCDEF"),
  join("npm", "_0123456789abcdefABCDEF0123456789abcd"),
  join("hf", "_0123456789abcdefABCDEFghijkl"),
  join("SG", ".0123456789abcdefABCDEF", ".0123456789abcdefABCDEF0123456789"),
  join("AIza", "0123456789abcdefABCDEF0123456789abc"),
  join("eyJhbGciOiJI", ".eyJzdWIiOiIx", ".abcdef0123"),
  join("-----BEGIN RSA PRIVATE", " KEY-----\nMIIEabc-def\nx\n-----END RSA PRIVATE", " KEY-----"),
  "ada.lovelace+shop@mail.example.org",
];

it("masks common key formats, known secrets and email addresses in any surrounding text", () => {
  const words = fc.array(fc.constantFrom("a", " ", "\n", ",", "(", "key:", "=", '"', "中"), { maxLength: 8 });
  fc.assert(
    fc.property(words, words, fc.constantFrom(...SECRETS), (before, after, secret) => {
      const text = `${before.join("")} ${secret} ${after.join("")}`;
      expect(mask()(text)).not.toContain(secret);
      expect(mask()(text)).toContain("[redacted:");
    }),
  );
});

it("gives equal secrets equal masks and leaves ordinary text unchanged", () => {
  expect(mask()("ada@example.org wrote to bob@example.org and ADA@example.org")).toBe(
    "[redacted:email#1] wrote to [redacted:email#2] and [redacted:email#1]",
  );
  const plain =
    "Basic tests pass: 182 ms, task-runner at 10:30, see docs/guide/api.md and https://example.org/a:b";
  expect(mask()(plain)).toBe(plain);
});

it("masks user names and the project location in paths, and credentials in URLs and headers", () => {
  expect(mask()("/srv/projects/shop/src/a.ts, /home/ada/notes and /Users/ada/x, C:\\Users\\ada\\x")).toBe(
    "[project]/src/a.ts, /home/[redacted:person#1]/notes and /Users/[redacted:person#2]/x, C:\\Users\\[redacted:person#3]\\x",
  );
  expect(
    mask()("postgresql://shop:hunter2hunter2@db/shop and Authorization: Bearer abcdef0123456789"),
  ).toEqual(
    expect.stringMatching(
      /^postgresql:\/\/shop:\[redacted:password#\w{4}\]@db\/shop and Authorization: Bearer \[redacted:token#\w{4}\]$/u,
    ),
  );
});

it.each([
  ["Password: correct horse\nnext line", "Password: [redacted:password#1]\nnext line"],
  [
    '{"user":"ada","password":"hun\\"ter2","port":1}',
    '{"user":"ada","password":[redacted:password#1],"port":1}',
  ],
  ["DB_PASSWORD=hunter2 npm start", "DB_PASSWORD=[redacted:password#1] npm start"],
  ["/login?password=hunter2&next=/", "/login?password=[redacted:password#1]&next=/"],
  ["passphrase = 'open sesame', port = 1", "passphrase = [redacted:password#1], port = 1"],
  ["密码：芝麻开门", "密码：[redacted:password#1]"],
  ["- **Password**: hunter2", "- **Password**: [redacted:password#1]"],
  ["`password`: hunter2", "`password`: [redacted:password#1]"],
  [`password: ${KNOWN}`, "password: [redacted:environment#1]"],
])("masks the password that a text names: %s", (text, masked) => {
  expect(mask()(text)).toBe(masked);
});

it("leaves texts about passwords unchanged", () => {
  const plain = "The password is wrong.\nif (password == typed) reset(password)\npassword:\n";
  expect(mask()(plain)).toBe(plain);
});

/** The time of the processor since `before`, of which other programs take nothing. Milliseconds. */
const processorMs = (before: NodeJS.CpuUsage): number => {
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

it("masks adversarial texts in linear time", () => {
  const hostile = [
    "a",
    "a.",
    "a@",
    "sk-",
    "-----BEGIN PRIVATE KEY-----",
    "/home/",
    "x://",
    "eyJ",
    "Bearer ",
    'password: "',
    'password="',
  ];
  for (const piece of hostile) {
    const text = piece.repeat(Math.ceil(60_000 / piece.length));
    const started = process.cpuUsage();
    mask()(text);
    expect(processorMs(started)).toBeLessThan(3_000);
  }
});

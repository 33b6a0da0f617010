import { mkdtempSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import fc from "fast-check";
import { build } from "esbuild";
import { beforeAll, expect, it } from "vitest";
import { inCheckout } from "./checkout.mjs";
import { tokensAsTable } from "./tokens-as-table.mjs";

const MODULE = "gpt-tokenizer/encoding/o200k_base";
const LIST = "gpt-tokenizer/bpeRanks/o200k_base";
const ordinary = { allowedSpecial: new Set(), disallowedSpecial: new Set() };
const require = createRequire(inCheckout("packages", "core", "package.json"));
const exact = require(MODULE);
let bundled;

beforeAll(async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "tokens-"));
  const outfile = path.join(folder, "tokens.cjs");
  await build({
    stdin: { contents: `export * from "${MODULE}";`, resolveDir: inCheckout("packages", "core") },
    ...{ outfile, bundle: true, platform: "node", format: "cjs", plugins: [tokensAsTable(folder)] },
    banner: { js: "const folder = __dirname;" },
  });
  bundled = require(outfile);
});

it("counts each token as one, as the tokenizer does", () => {
  const texts = require(LIST).default.filter((value, rank) => typeof value === "string" && rank % 20 === 0);
  expect(texts.length).toBeGreaterThan(9_000);
  const wrong = texts.filter(
    (text) => bundled.countTokens(text, ordinary) !== exact.countTokens(text, ordinary),
  );
  expect(wrong).toEqual([]);
});

it("counts any text as the tokenizer does", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 400 }),
    fc.string({ unit: "binary-ascii", maxLength: 400 }),
    // Halves of characters, bytes that are not a text and words of several languages.
    fc
      .array(
        fc.constantFrom("\ud83d", "\udc68", "漢字", " the", "naïve", "\n\n", "<|endoftext|>", "\u0000", "🜚"),
        {
          maxLength: 60,
        },
      )
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (any) => {
      expect(bundled.countTokens(any, ordinary)).toBe(exact.countTokens(any, ordinary));
    }),
    { numRuns: 200 },
  );
});

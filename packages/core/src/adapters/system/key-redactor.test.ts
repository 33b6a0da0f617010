import fc from "fast-check";
import { expect, it } from "vitest";
import { createStreamRedactor } from "../../loop/model/redact-stream.ts";
import { createKeyRedactor } from "./key-redactor.ts";

const KEY = "sk-live-0123456789abcdef";
const LONGER = `${KEY}-team`;

it("masks a key with the same mark everywhere and is idempotent", () => {
  const redactor = createKeyRedactor({ "model-key": [KEY, "short", LONGER, KEY] });
  const masked = redactor.redact(`a ${KEY} b ${LONGER} c short`);
  expect(masked).toBe("a [redacted:model-key#1] b [redacted:model-key#2] c short");
  expect(redactor.redact(masked)).toBe(masked);
});

it("numbers the values of each kind separately", () => {
  const redactor = createKeyRedactor({
    "model-key": [KEY],
    environment: ["metrics-token-1", "metrics-token-2"],
  });
  expect(redactor.redact(`${KEY} metrics-token-1 metrics-token-2`)).toBe(
    "[redacted:model-key#1] [redacted:environment#1] [redacted:environment#2]",
  );
});

it("masks the JSON-escaped form of a key", () => {
  const redactor = createKeyRedactor({ "model-key": ['quote"and\\slash'] });
  expect(redactor.redact(JSON.stringify({ key: 'quote"and\\slash' }))).toBe(
    '{"key":"[redacted:model-key#1]"}',
  );
});

it("masks keys in a stream split at any position and changes nothing else", () => {
  // Not of a common form: those that a piece begins with are masked in the middle of words too.
  const KEY = "zq-live-0123456789abcdef";
  const redactor = createKeyRedactor({ "model-key": [KEY] });
  const text = fc
    .array(fc.constantFrom("a", " ", "z", "zq", "zq-live", KEY, KEY.slice(0, 12), "é"), { maxLength: 12 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 60 }), (whole, sizes) => {
      const stream = createStreamRedactor(redactor);
      let shown = "";
      let from = 0;
      for (const size of sizes) {
        shown += stream.push(whole.slice(from, from + size));
        from += size;
        expect(shown).not.toContain(KEY);
      }
      shown += stream.push(whole.slice(from)) + stream.end();
      expect(shown).toBe(redactor.redact(whole));
    }),
  );
});

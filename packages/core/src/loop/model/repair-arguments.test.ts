import fc from "fast-check";
import { expect, it } from "vitest";
import { readArguments, placeholderArguments } from "./repair-arguments.ts";

it("always returns the text of one JSON object", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.json(),
        fc.json().map((text) => `\`\`\`json\n${text}\n\`\`\``),
        fc.json().map((text) => text.slice(0, -1)),
      ),
      (written) => {
        const read = readArguments(written);
        const value: unknown = JSON.parse(read.ok ? read.text : placeholderArguments(written));
        expect(typeof value === "object" && value !== null && !Array.isArray(value)).toBe(true);
        if (!read.ok) expect(value).toEqual({ unreadable_arguments: written });
      },
    ),
  );
});

it("reads a valid object without a repair", () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
      const text = JSON.stringify(value);
      expect(readArguments(text)).toMatchObject({ ok: true, text, repair: null });
    }),
  );
});

it.each(['{"a":1', "{'a':1}", '{"a":1}{"a":2}', "a: 1", '{"a":1} and more', "[1]```"])(
  "rejects ambiguous or meaningless arguments: %s",
  (written) => {
    expect(readArguments(written)).toMatchObject({ ok: false, kind: "not_json" });
  },
);

it("reads long white space in an unclosed fence in linear time", () => {
  const written = `\`\`\`json${" ".repeat(200_000)}x`;
  expect(readArguments(written)).toMatchObject({ ok: false, kind: "not_json" });
  expect(readArguments(`\`\`\`json${" \n".repeat(100_000)}{"a":1}\n\`\`\``)).toMatchObject({
    ...{ ok: true, text: '{"a":1}', repair: "fence_removed" },
  });
});

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

it.each([
  ["", "{}", {}, "empty_arguments"],
  [" \n", "{}", {}, "empty_arguments"],
  [' {"a":1}\n', '{"a":1}', { a: 1 }, null],
  ['"{\\"a\\":1}"', '{"a":1}', { a: 1 }, "double_encoded"],
  ['" {\\"a\\":1} "', '{"a":1}', { a: 1 }, "double_encoded"],
  ['```{"a":1}```', '{"a":1}', { a: 1 }, "fence_removed"],
  ['```json\n{"json":1}\n```', '{"json":1}', { json: 1 }, "fence_removed"],
  ['```\n{"json":1}\n```', '{"json":1}', { json: 1 }, "fence_removed"],
  ['{"a":1}```', '{"a":1}', { a: 1 }, "trailing_text"],
  ['{"a":1} \n\n ```', '{"a":1}', { a: 1 }, "trailing_text"],
  ['{"a":"}\\n"}\n```\n', '{"a":"}\\n"}', { a: "}\n" }, "trailing_text"],
])("reads %j as one object", (written, text, value, repair) => {
  expect(readArguments(written)).toEqual({ ok: true, text, value, repair });
});

it.each([
  ["null", "null"],
  ["[1]", "an array"],
  ["7", "a number"],
  ["true", "a boolean"],
  ['"a"', "a string"],
  ['"[1]"', "a string"],
  ['"null"', "a string"],
])("says what %s is instead of an object", (written, kind) => {
  expect(readArguments(written)).toEqual({
    ok: false,
    kind: "not_an_object",
    message: `The arguments must be one JSON object, not ${kind}.`,
  });
});

it.each([
  '{"a":1',
  "{'a':1}",
  '{"a":1}{"a":2}',
  "a: 1",
  '{"a":1} and more',
  "[1]```",
  "```[1]```",
  "```",
  "`````",
  'xyz{"a":1}```',
  '```{"a":1}xyz',
  '```{"a":1}``` more',
  '```js\n{"a":1}```',
  '{"a":1}``````',
])("rejects ambiguous or meaningless arguments: %s", (written) => {
  const read = readArguments(written);
  expect(read).toMatchObject({ ok: false, kind: "not_json" });
  expect(read.ok ? "" : read.message).toBe(`The arguments are not valid JSON: ${jsonProblem(written)}`);
});

/** Returns the message of the JSON parser on one line. */
function jsonProblem(text: string): string {
  try {
    JSON.parse(text);
    return "none";
  } catch (thrown) {
    return String(thrown).replace("SyntaxError: ", "").replaceAll("\n", " ");
  }
}

it("reads long white space in an unclosed fence in linear time", () => {
  const written = `\`\`\`json${" ".repeat(200_000)}x`;
  expect(readArguments(written)).toMatchObject({ ok: false, kind: "not_json" });
  expect(readArguments(`\`\`\`json${" \n".repeat(100_000)}{"a":1}\n\`\`\``)).toMatchObject({
    ...{ ok: true, text: '{"a":1}', repair: "fence_removed" },
  });
});

import { describe, expect, it } from "vitest";
import { readArguments, readReplacements, showInvisible, writeArguments } from "./call-arguments.ts";

describe("readArguments", () => {
  it("returns each argument in its order, strings as they are and others as JSON", () => {
    const text = '{ "path": "src/\\u00e9.ts", "limit": 3, "edits": [{"a": 1}] }';
    expect(readArguments(text)).toEqual([
      { name: "path", text: "src/é.ts", isText: true },
      { name: "limit", text: "3", isText: false },
      { name: "edits", text: '[\n  {\n    "a": 1\n  }\n]', isText: false },
    ]);
  });

  it.each([
    ["a name that occurs twice", '{"path":"a","path":"b"}'],
    ["a rounded number", '{"id":12345678901234567890}'],
    ["names that JavaScript reorders", '{"b":1,"1":2}'],
    ["a list", "[1]"],
    ["broken JSON", '{"path":'],
  ])("returns null for %s", (_, text) => {
    expect(readArguments(text)).toBeNull();
  });
});

describe("writeArguments", () => {
  it("returns what readArguments read", () => {
    const text = '{"path":"a \\"b\\"\\n","all":true,"none":null,"__proto__":"x"}';
    expect(writeArguments(readArguments(text) ?? [])).toEqual({ ok: true, text });
  });

  it("names the argument whose JSON is invalid", () => {
    const list = [
      { name: "path", text: "{", isText: true },
      { name: "limit", text: "three", isText: false },
    ];
    expect(writeArguments(list)).toEqual({ ok: false, invalid: "limit" });
  });
});

describe("readReplacements", () => {
  const edits = (value: unknown) =>
    readReplacements({ name: "edits", text: JSON.stringify(value), isText: false });

  it("returns the texts before and after", () => {
    expect(edits([{ type: "replace", old_text: "a", new_text: "b" }])).toEqual([{ before: "a", after: "b" }]);
  });

  it("returns null when lines would hide a part of an edit", () => {
    expect(edits([{ type: "replace", old_text: "a", new_text: "b", replace_all: true }])).toBeNull();
    expect(
      edits([
        { old_text: "a", new_text: "b" },
        { type: "delete_lines", from_line: 1, to_line: 9 },
      ]),
    ).toBeNull();
    expect(edits([])).toBeNull();
  });
});

it("showInvisible shows characters that hide or reverse text as their codes", () => {
  expect(showInvisible("rm \u202Eabc\u200B\r\n\tend")).toBe("rm \\u{202e}abc\\u{200b}\\u{d}\n\tend");
  expect(showInvisible("plain 中文 text")).toBe("plain 中文 text");
});

import { describe, expect, it } from "vitest";
import {
  describeAssistant,
  describeFailure,
  describeCall,
  describeTool,
  describeUser,
  oneLine,
} from "./describe.ts";
import type { ContentPart } from "./message.ts";

const text = (content: string): ContentPart => ({ type: "text", text: content });
const image: ContentPart = { type: "image", mediaType: "image/png", blob: "b" };
const file = (name: string): ContentPart => ({ type: "file", name, mediaType: "text/csv", blob: "b" });

describe("the description of a person's message", () => {
  it.each<[readonly ContentPart[], string]>([
    [[text("Read it")], "Read it"],
    [[text("  \n"), text("Second"), text("Third")], "Second"],
    [[file("a.csv"), text("Read it")], "Read it"],
    [[file("a.csv"), image, file("b.csv")], "a.csv, image, b.csv"],
    [[text(""), image], "image"],
    [[file("")], "(empty)"],
    [[text(" ")], "(empty)"],
    [[], "(empty)"],
  ])("of %j is %j", (parts, description) => {
    expect(describeUser(parts)).toBe(description);
  });
});

describe("the description of an answer", () => {
  const call = (name: string, argument = "x") => ({ name, arguments: JSON.stringify({ path: argument }) });

  it.each([
    [{ text: " Done. ", reasoning: "why", toolCalls: [call("read")] }, "Done."],
    [{ text: " ", reasoning: "why", toolCalls: [call("read", "a.ts")] }, "read(a.ts)"],
    [{ text: "", reasoning: "", toolCalls: [call("read"), call("glob")] }, "read, glob"],
    [
      { text: "", reasoning: "", toolCalls: [call("read"), call("glob"), call("read"), call("read")] },
      "read ×3, glob",
    ],
    [{ text: "", reasoning: " Look \n first ", toolCalls: [] }, "Thought: Look first"],
    [{ text: "", reasoning: " \n", toolCalls: [] }, "(empty answer)"],
  ])("of %j is %j", (message, description) => {
    expect(describeAssistant(message)).toBe(description);
  });
});

describe("the description of a result", () => {
  it.each([
    ["ok", "ten lines", "ten lines"],
    ["ok", " ", "read"],
    ["error", "no such file", "error: no such file"],
    ["denied", "", "denied: read"],
  ] as const)("that is %s with the title %j is %j", (outcome, title, description) => {
    expect(describeTool({ toolName: "read", outcome, title })).toBe(description);
  });
});

describe("the description of a call", () => {
  it.each([
    ["read", '{"path":"a.ts","limit":3}', "read(a.ts)"],
    ["read", '{"limit":3,"path":"a.ts"}', "read(3)"],
    ["read", '{"range":[1,2]}', "read([1,2])"],
    ["read", '{"path":null}', "read(null)"],
    ["read", "{}", "read()"],
    ["read", "[]", "read()"],
    ["read", "7", "read()"],
    ["read", "null", "read()"],
    ["read", '"text"', "read()"],
    ["read", '{"path":"half', "read(half)"],
    ["read", '{"path": "say \\"hi\\"", "x', 'read(say \\"hi\\")'],
    ["read", "nonsense", "read()"],
    ["goal", '{"operations":[{"op":"focus","goal":"2"}]}', "goal(focus 2)"],
    ["goal", '{"title":"x"}', "goal(x)"],
    ["todo", '{"operations":[{"op":"focus","goal":"2"}]}', 'todo([{"op":"focus","goal":"2"}])'],
  ])("%s with %s is %s", (name, args, description) => {
    expect(describeCall({ name, arguments: args })).toBe(description);
  });

  it("scans only the first thousand characters of long arguments", () => {
    const long = (before: number): string => `{${" ".repeat(before)}"path":"a.ts"${" ".repeat(2_000)}}`;
    expect(describeCall({ name: "read", arguments: long(0) })).toBe("read(a.ts)");
    expect(describeCall({ name: "read", arguments: long(1_000) })).toBe("read()");
    const valid = (length: number): string => `{"a":7${" ".repeat(length - 7)}}`;
    // Valid arguments within the limit are parsed; longer ones are only searched for a text.
    expect(describeCall({ name: "read", arguments: valid(1_000) })).toBe("read(7)");
    expect(describeCall({ name: "read", arguments: valid(1_001) })).toBe("read()");
  });
});

describe("one line", () => {
  it("collapses white space within the first thousand characters", () => {
    expect(oneLine(" a\t\n b  ")).toBe("a b");
    expect(oneLine(`${" ".repeat(999)}ab`)).toBe("a");
    expect(oneLine(" ".repeat(2_000))).toBe("");
  });

  it("keeps 120 characters and cuts longer lines at 119 with an ellipsis", () => {
    expect(oneLine("x".repeat(120))).toBe("x".repeat(120));
    expect(oneLine("x".repeat(121))).toBe(`${"x".repeat(119)}…`);
    expect(oneLine(`${"x".repeat(119)}  y`)).toBe(`${"x".repeat(119)}…`);
  });

  it("does not split a surrogate pair", () => {
    expect(oneLine(`${"x".repeat(118)}😀${"y".repeat(9)}`)).toBe(`${"x".repeat(118)}…`);
    expect(oneLine(`${"x".repeat(117)}😀${"y".repeat(9)}`)).toBe(`${"x".repeat(117)}😀…`);
    expect(oneLine(`\uD800${"y".repeat(200)}`)).toBe(`\uD800${"y".repeat(118)}…`);
    expect(oneLine(`😀${"y".repeat(200)}`)).toBe(`😀${"y".repeat(117)}…`);
  });
});

it.each([
  [
    'Cannot read "/etc/passwd": It is outside the project folder. Use a relative path.',
    "it is outside the project folder",
  ],
  ["Denied: the rule forbids it\nsecond line", "the rule forbids it"],
  [
    "Not run. This repeats calls that produced nothing before (#3). State",
    "this repeats calls that produced nothing before (#3)",
  ],
  ["ENOENT: no such file", "ENOENT: no such file"],
  ["", ""],
])("says why the call with the output %j failed", (output, reason) => {
  expect(describeFailure(output)).toBe(reason);
});

it("limits the length of a reason", () => {
  expect(describeFailure("x".repeat(500)).length).toBeLessThanOrEqual(80);
});

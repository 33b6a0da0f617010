import { expect, it } from "vitest";
import { stateParts } from "./state-parts.ts";

const RESULTS = new Map([
  ["call_1", 4],
  ["call_2", 7],
]);

it("finds the result of each index line and leaves the text around them as it is", () => {
  const text = "<state>\ncall_1\n</state>\n<index>\ncall_2 search(term): A-1\ncall_1 fetch(page)\n</index>";
  expect(stateParts(text, RESULTS)).toEqual([
    { kind: "text", text: "<state>\ncall_1\n</state>\n<index>" },
    { kind: "call", line: "search(term): A-1", sequence: 7 },
    { kind: "call", line: "fetch(page)", sequence: 4 },
    { kind: "text", text: "</index>" },
  ]);
});

it("takes lines of unknown calls, and ids inside of a line, as text", () => {
  const text = "call_9 search(term)\nsee call_1 and call_2";
  expect(stateParts(text, RESULTS)).toEqual([{ kind: "text", text }]);
});

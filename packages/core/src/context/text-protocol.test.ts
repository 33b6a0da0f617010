import { expect, it } from "vitest";
import { parseTextProtocol } from "./text-protocol.ts";

it("reads thought, action and input into a call", () => {
  expect(
    parseTextProtocol('Thought: I need the file.\nAction: read_file\nAction Input: {"path":\n "a.ts"}'),
  ).toEqual({
    text: "",
    reasoning: "I need the file.",
    toolCalls: [{ id: null, name: "read_file", arguments: '{"path":\n "a.ts"}' }],
  });
});

it("reads several actions, decorated labels and a missing input", () => {
  const answer = parseTextProtocol("**Action:** `glob`\n**Action Input:** {}\nACTION: list_directory");
  expect(answer.toolCalls).toMatchObject([
    { name: "glob", arguments: "{}" },
    { name: "list_directory", arguments: "" },
  ]);
});

it("drops results that the model made up", () => {
  const answer = parseTextProtocol(
    "Action: glob\nAction Input: {}\nObservation: 3 files\nFinal Answer: three",
  );
  expect(answer).toEqual({
    text: "",
    reasoning: "",
    toolCalls: [{ id: null, name: "glob", arguments: "{}" }],
  });
});

it("treats plain text and a final answer as the answer", () => {
  expect(parseTextProtocol("Hello: there.")).toMatchObject({ text: "Hello: there.", toolCalls: [] });
  expect(parseTextProtocol("Thought: easy\nFinal Answer: 42\nindeed")).toMatchObject({
    text: "42\nindeed",
    reasoning: "easy",
  });
});

it("reads a tool name with very many quotes in linear time", () => {
  const name = `a${"'".repeat(400_000)}b`;
  expect(parseTextProtocol(`Action: "${name}")`).toolCalls).toMatchObject([{ name }]);
});

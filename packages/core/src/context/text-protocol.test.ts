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

const FENCE = "```";
const CALL = 'Action: write_file\nAction Input: {"path": "a"}';

it.each([
  ["in a block of code within text", `The log shows:\n${FENCE}\n${CALL}\n${FENCE}\nIt failed.`],
  ["in a block of code at the end of text", `Write this to call a tool:\n${FENCE}text\n${CALL}\n${FENCE}`],
  ["in a block of code that does not end", `The log shows:\n${FENCE}\n${CALL}`],
  ["indented as code", `The log shows:\n\n    Action: write_file\n    Action Input: {}`],
  ["as a quotation", `The log shows:\n> Action: write_file\n> Action Input: {}`],
  ["in the middle of text", `The log shows:\n${CALL}\nand then it stopped.`],
])("treats a call that the model quotes as text: %s", (_, text) => {
  expect(parseTextProtocol(text)).toEqual({ text, reasoning: "", toolCalls: [] });
});

it("treats a call in a final answer as its text", () => {
  expect(parseTextProtocol(`Thought: easy\nFinal Answer: Write this:\n${CALL}`)).toEqual({
    text: `Write this:\n${CALL}`,
    reasoning: "easy",
    toolCalls: [],
  });
});

it.each([
  ["around the call", `${FENCE}\n${CALL}\n${FENCE}`, ""],
  ["after a thought", `Thought: I need it.\n${FENCE}\n${CALL}\n${FENCE}\n`, "I need it."],
])("reads a call whose block of code is all that the model wrote: %s", (_, text, reasoning) => {
  expect(parseTextProtocol(text)).toEqual({
    ...{ text: "", reasoning },
    toolCalls: [{ id: null, name: "write_file", arguments: '{"path": "a"}' }],
  });
});

it.each([`${FENCE}json\n{"path": "a"}\n${FENCE}`, '{"path": "Action: b"}', '{"path": "a"'])(
  "keeps arguments as written: %j",
  (written) => {
    const { toolCalls } = parseTextProtocol(`I read it.\nAction: read_file\nAction Input: ${written}`);
    expect(toolCalls).toEqual([{ id: null, name: "read_file", arguments: written }]);
  },
);

it("reads very many fences and labels in linear time", () => {
  const text = `${FENCE}\nAction: a\n${FENCE}\n`.repeat(20_000);
  expect(parseTextProtocol(`x\n${text}`).toolCalls).toEqual([]);
});

it("reads a tool name with very many quotes in linear time", () => {
  const name = `a${"'".repeat(400_000)}b`;
  expect(parseTextProtocol(`Action: "${name}")`).toolCalls).toMatchObject([{ name }]);
});

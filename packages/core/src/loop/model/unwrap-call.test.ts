import { expect, it } from "vitest";
import { z } from "zod";
import { wireCall } from "../../context/wire-call.ts";
import { parseJson } from "../../parse-json.ts";
import { defineTool } from "../../ports/tool.ts";
import { createToolSet } from "../../tools/tool-set.ts";
import { withUseTool } from "../../tools/use-tool.ts";
import { acceptCalls, type AcceptedCalls } from "./accept-calls.ts";
import { unwrapCall } from "./unwrap-call.ts";

const fetchTool = defineTool({
  name: "webfetch",
  description: "Fetches a page.",
  input: z.object({ url: z.string() }),
  execute: () => "",
});
const own = createToolSet([fetchTool]);
const tools = withUseTool(own);

function accept(argumentsText: string, set = tools): AcceptedCalls {
  return acceptCalls([{ id: "a", name: "use_tool", arguments: argumentsText }], {
    ...{ tools: set, finishReason: "tool_calls", knownIds: new Set<string>() },
    newId: () => "new",
  });
}

it.each([
  ["an object", '{"tool": " webfetch ", "arguments": {"url": "https://a.example"}}'],
  ["a text", '{"tool": "webfetch", "arguments": "{\\"url\\":\\"https://a.example\\"}"}'],
])("accepts a call through use_tool with arguments as %s as one of its tool", (_, text) => {
  expect(accept(text)).toEqual({
    calls: [
      {
        ...{ id: "a", name: "webfetch", arguments: '{"url":"https://a.example"}' },
        received: { name: "use_tool" },
      },
    ],
    repairs: [],
  });
});

it("checks the arguments against the schema of that tool", () => {
  const [call] = accept('{"tool":"webfetch","arguments":{"address":"x"}}').calls;
  expect(call).toMatchObject({ name: "webfetch", problem: { kind: "schema" } });
  expect(call?.problem?.message).toContain("webfetch");
});

it("keeps arguments of that tool that are not JSON for the model to see", () => {
  const [call] = accept('{"tool":"webfetch","arguments":"{url"}').calls;
  expect(call).toMatchObject({
    ...{ name: "webfetch", problem: { kind: "not_json" } },
    received: { name: "use_tool", arguments: "{url" },
  });
});

it.each([
  ["without arguments", '{"tool":"webfetch"}', {}],
  ["with no arguments but null", '{"tool":"webfetch","arguments":null}', { problem: { kind: "schema" } }],
  ["with words instead of a name", '{"tool":"pages of the web","arguments":{}}', {}],
  ["for itself", '{"tool":"use_tool","arguments":{"tool":"webfetch"}}', {}],
  ["that is no JSON", "{tool", { problem: { kind: "not_json" } }],
])("leaves a call %s to use_tool", (_, text, expected) => {
  expect(accept(text).calls).toMatchObject([{ name: "use_tool", ...expected }]);
});

it("leaves a tool of that name alone that a program defines itself", () => {
  const mine = createToolSet([fetchTool, { ...fetchTool, name: "use_tool" }]);
  const received = { id: "a", name: "use_tool", arguments: '{"tool":"webfetch","arguments":{}}' };
  expect(unwrapCall(received, mine)).toEqual({ ...received, isThroughUseTool: false });
});

it("sends the call as the model wrote it", () => {
  const [call] = accept('{"tool":"webfetch","arguments":{"url":"https://a.example"}}').calls;
  if (call === undefined) throw new Error("no call");
  const wire = wireCall(call);
  expect(wire.name).toBe("use_tool");
  expect(parseJson(wire.arguments)).toEqual({ tool: "webfetch", arguments: { url: "https://a.example" } });
  const { received: _, ...direct } = call;
  expect(wireCall(direct)).toEqual({ name: "webfetch", arguments: '{"url":"https://a.example"}' });
});

import { expect, it } from "vitest";
import { runScenario } from "./run-scenario.ts";

const call = (
  name: string,
  path: string,
  id = `call_${name}_${path}`,
): { id: string; name: string; arguments: string } => ({ id, name, arguments: JSON.stringify({ path }) });

it("completes a plain answer with one request", async () => {
  const { trace, requests, events } = await runScenario({
    script: [{ text: "Hello there", reasoning: "A greeting." }],
  });
  expect(trace.status).toBe("completed");
  expect(trace.summary).toBe("Hello there");
  expect(requests).toHaveLength(1);
  expect(requests[0]?.authorization).toBe("Bearer sk-test-0123456789");
  expect(requests[0]?.path).toBe("/v1/chat/completions");
  expect(events("call.finished")[0]?.data.usage).toMatchObject({
    inputTokens: 100,
    outputTokens: 10,
    estimated: false,
  });
});

it("runs one tool call once and sends its result back", async () => {
  const { trace, requests, tools } = await runScenario({
    script: [{ calls: [call("read", "a")] }, { text: "done" }],
  });
  expect(trace.status).toBe("completed");
  expect(tools.runs).toEqual(['read {"path":"a"}']);
  expect(requests).toHaveLength(2);
  expect(requests[1]?.body).toContain("content of a");
});

it.each([3, 20])("runs %i parallel calls once each, with results in call order", async (count) => {
  const calls = Array.from({ length: count }, (_, index) => call("read", `f${index}`));
  const { requests, tools, results } = await runScenario({ script: [{ calls }, { text: "done" }] });
  expect(new Set(tools.runs).size).toBe(count);
  expect(tools.runs).toHaveLength(count);
  expect(results()).toEqual(calls.map((_, index) => `ok: content of f${index}`));
  expect(requests).toHaveLength(2);
});

it("runs calls with effects in order and announces each before it starts", async () => {
  const { tools, entries } = await runScenario({
    script: [{ calls: [call("write", "a"), call("read", "b"), call("write", "c")] }, { text: "done" }],
  });
  expect(tools.runs).toEqual(['write {"path":"a"}', 'read {"path":"b"}', 'write {"path":"c"}']);
  const order = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "tool.started"
      ? ["started"]
      : entry.kind === "message" && entry.role === "tool"
        ? ["result"]
        : [],
  );
  expect(order).toEqual(["started", "result", "started", "result", "started", "result"]);
});

it("keeps text beside calls and sends it back", async () => {
  const { requests } = await runScenario({
    script: [{ text: "Let me look.", calls: [call("read", "a")] }, { text: "done" }],
  });
  expect(requests[1]?.body).toContain('"content":"Let me look."');
});

it("estimates and marks usage when the provider sends none", async () => {
  const bytes = new TextEncoder().encode(
    'data: {"choices":[{"delta":{"content":"hi"},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  );
  const { events } = await runScenario({ script: [{ kind: "bytes", bytes, end: "close" }] });
  expect(events("call.finished")[0]?.data.usage).toMatchObject({ estimated: true, outputTokens: 1 });
});

it("reads a non-streamed answer like a stream, separating calls without index", async () => {
  const tool_calls = ["a", "b"].map((path) => ({
    id: "",
    type: "function",
    function: { name: "read", arguments: { path } },
  }));
  const body = {
    choices: [{ message: { role: "assistant", content: null, tool_calls }, finish_reason: "tool_calls" }],
  };
  const { tools, results } = await runScenario({ script: [{ kind: "document", body }, { text: "done" }] });
  expect(tools.runs).toHaveLength(2);
  expect(results()).toEqual(["ok: content of a", "ok: content of b"]);
});

it("fails without a configured model, explains the settings, and sends nothing", async () => {
  const { trace, requests } = await runScenario({ script: [], models: ["nowhere"] });
  expect(trace.failure?.code).toBe("MODEL_NOT_CONFIGURED");
  expect(trace.failure?.fix).toContain("OPENAI_API_KEY");
  expect(requests).toHaveLength(0);
});

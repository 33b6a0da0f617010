import { expect, it } from "vitest";
import { wireQuirks } from "../../src/context/wire-quirks.ts";
import { detectQuirks } from "../../src/adapters/openai/known-models.ts";
import type { Reply } from "./model-server.ts";
import { runScenario } from "./run-scenario.ts";

/** Ollama's answer for a model without training for tool calls. */
const TOOLS_REJECTED: Reply = {
  kind: "status",
  status: 400,
  error: { message: "registry.ollama.ai/library/gemma:2b does not support tools" },
};

it("switches to text tools after an endpoint rejects tools, and logs it", async () => {
  const { trace, requests, tools, events, entries } = await runScenario({
    script: [
      TOOLS_REJECTED,
      { text: 'Thought: look first\nAction: read\nAction Input: {"path":"a"}\nObservation: made up' },
      { text: 'Action: write\nAction Input: {"path":"b"}\nAction: red\nAction Input: {}' },
      { text: "Thought: I know\nFinal Answer: It is heron." },
    ],
  });
  expect(trace).toMatchObject({ status: "completed", summary: "It is heron." });
  expect(requests).toHaveLength(4);
  expect(tools.runs).toEqual(['read {"path":"a"}', 'write {"path":"b"}']);
  expect(events("call.attempt_failed").map((event) => event.data.fallback)).toEqual(["text_tools"]);
  expect(events("call.started").map((event) => event.data.request.quirks)).toEqual([
    "default",
    ...Array.from({ length: 3 }, () => "default+text-tools"),
  ]);
  const bodies = requests.map((request) => request.body);
  expect(bodies.map((body) => body.includes('"tools":['))).toEqual([true, false, false, false]);
  expect(bodies.join("\n")).not.toContain("made up");
  expect(bodies[3]).toContain("Observation (read): content of a");
  expect(bodies[3]).toContain("Did you mean read?");
  expect(entries.filter((entry) => entry.kind === "message" && entry.role === "tool")).toHaveLength(3);
});

it("fails when the endpoint also rejects text tools", async () => {
  const { trace, requests } = await runScenario({ script: [TOOLS_REJECTED, TOOLS_REJECTED] });
  expect(trace).toMatchObject({ status: "failed", failure: { code: "MODEL_REQUEST_INVALID" } });
  expect(requests).toHaveLength(2);
});

it("detects models without tool calling and their wire quirks", () => {
  expect(detectQuirks("http://127.0.0.1:11434/v1", "gemma2:9b")).toBe("default+text-tools");
  expect(detectQuirks("http://127.0.0.1:11434/v1", "llama3.1:8b")).toBe("default");
  expect(wireQuirks("openrouter+text-tools")).toMatchObject({ toolCalls: "text", sendReasoning: false });
  expect(wireQuirks("openrouter").parameters).toBe(
    '{"stream":true,"stream_options":{"include_usage":true},"usage":{"include":true}}',
  );
});

import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool, type Tool } from "../../src/ports/tool.ts";
import { runScenario } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const read = { id: "c1", name: "read", arguments: "{}" };
const write = { id: "c2", name: "write", arguments: "{}" };

function sentTools(body: string): readonly string[] {
  return z
    .object({ tools: z.array(z.object({ function: z.object({ name: z.string() }) })).default([]) })
    .parse(JSON.parse(body))
    .tools.map((tool) => tool.function.name);
}

it("sends an agent only the tools of its list and runs no others", async () => {
  const { requests, tools, results, trace } = await runScenario({
    agent: { tools: ["read"] },
    script: [{ calls: [read, write] }, { text: "done" }],
  });
  expect(requests.map(({ body }) => sentTools(body))).toEqual([["read"], ["read"]]);
  expect(tools.runs).toEqual(['read {"path":""}']);
  expect(results()[1]).toBe('error: There is no tool named "write". Tools: read.');
  expect(trace.status).toBe("completed");
});

it("sends no tools to an agent with an empty list", async () => {
  const { requests } = await runScenario({ agent: { tools: [] }, script: [{ text: "done" }] });
  expect(requests.map(({ body }) => sentTools(body))).toEqual([[]]);
});

it("fails the run for an unknown tool in the agent's list and suggests the nearest one", async () => {
  const { trace, requests } = await runScenario({ agent: { tools: ["raed"] }, script: [] });
  expect(trace.failure).toMatchObject({
    code: "CONFIGURATION_INVALID",
    message: 'There is no tool named "raed"',
    fix: expect.stringContaining('Did you mean "read"?') as string,
  });
  expect(requests).toHaveLength(0);
});

it("calls only the models of the run's list", async () => {
  const { requests } = await runScenario({
    models: ["first", "second"],
    script: [{ kind: "status", status: 401, error: { message: "no" } }, { text: "done" }],
  });
  expect(requests.map(({ body }) => (JSON.parse(body) as { model: string }).model)).toEqual([
    "first",
    "second",
  ]);
});

it("ends a run at the agent's limits regardless of its tools", async () => {
  const { trace, events } = await runScenario({
    agent: { tools: ["read"] },
    limits: { maxTokens: 1 },
    script: [{ calls: [read] }, { text: "so far" }],
  });
  expect(events("limit.reached")).toMatchObject([{ data: { limit: "tokens" } }]);
  expect(trace.failure).toMatchObject({ code: "LIMIT_REACHED" });
});

it("allows no second step beyond the limit after a repetitive answer", async () => {
  const { trace, events, requests } = await runScenario({
    limits: { maxSteps: 1 },
    script: [{ text: "again and again. ".repeat(200) }, { text: "so far" }],
  });
  expect(events("limit.reached")).toMatchObject([{ data: { limit: "steps", used: 1, allowed: 1 } }]);
  expect(events("call.started").map(({ data }) => data.purpose)).toEqual(["step", "final"]);
  expect(requests).toHaveLength(2);
  expect(trace.failure).toMatchObject({ code: "LIMIT_REACHED" });
});

it("makes one call without tools in call mode", async () => {
  const { requests, trace, events } = await runScenario({ mode: "call", script: [{ text: "Four." }] });
  expect(requests.map(({ body }) => sentTools(body))).toEqual([[]]);
  expect(requests[0]?.body).not.toContain("last call of this run");
  expect(events("call.started")).toHaveLength(1);
  expect(trace).toMatchObject({ status: "completed", failure: null, summary: "Four." });
});

it.each([
  ["only native calls", { calls: [read] }, "MODEL_EMPTY_ANSWER"],
  ["text and native calls", { text: "Four.", calls: [read] }, null],
  ["calls in text", { text: 'Action: read\nAction Input: {"path":"a"}' }, null],
  ["a truncated answer", { text: "Fo", finish: "length" }, null],
  ["a filtered answer", { text: "", finish: "content_filter" }, "MODEL_CONTENT_FILTERED"],
  ["an answer that repeats itself", { text: "again and again. ".repeat(200) }, "DOOM_LOOP"],
] as const)("ends a call-mode run after its one call: %s", async (_, answer, code) => {
  const { requests, trace, tools } = await runScenario({ mode: "call", script: [answer] });
  expect(requests).toHaveLength(1);
  expect(tools.runs).toEqual([]);
  expect(trace.status).toBe(code === null ? "completed" : "failed");
  expect(trace.failure?.code ?? null).toBe(code);
});

it("requests no summary in call mode when the history is too long", async () => {
  const { requests, trace } = await runScenario({
    mode: "call",
    task: "word ".repeat(3_000),
    contextWindow: 2_000,
    script: [{ text: "Four." }],
  });
  expect(requests.length).toBeLessThanOrEqual(1);
  expect(trace.endedAt).not.toBeNull();
});

/** Tools with effects that log start and end; each yields once in between, so that parallel starts are visible. */
function recordingTools(parallel: readonly (Tool["parallel"] | undefined)[]): {
  readonly tools: readonly Tool[];
  readonly steps: string[];
} {
  const steps: string[] = [];
  const tools = parallel.map((value, index) =>
    defineTool({
      name: `job${index}`,
      description: "A job with effects.",
      input: z.strictObject({}),
      annotations: {},
      ...(value === undefined ? {} : { parallel: value }),
      execute: async () => {
        steps.push(`start ${index}`);
        await new Promise((resolve) => setImmediate(resolve));
        steps.push(`end ${index}`);
        return { title: "job", output: `job ${index}` };
      },
    }),
  );
  return { tools, steps };
}

const jobs = [
  { id: "c1", name: "job0", arguments: "{}" },
  { id: "c2", name: "job1", arguments: "{}" },
];

it("runs parallel-safe tools concurrently and announces their effects first", async () => {
  const { tools, steps } = recordingTools(["safe", "safe"]);
  const { entries, results } = await runScenario({
    tools: createTestTools(tools),
    script: [{ calls: jobs }, { text: "done" }],
  });
  expect(steps).toEqual(["start 0", "start 1", "end 0", "end 1"]);
  expect(results()).toEqual(["ok: job 0", "ok: job 1"]);
  const order = entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "tool.started"
      ? [`${entry.data.toolName} ${entry.data.effect}`]
      : entry.kind === "message" && entry.role === "tool"
        ? [entry.output]
        : [],
  );
  expect(order).toEqual(["job0 effectful", "job1 effectful", "job 0", "job 1"]);
});

it("runs a batch in order when one effectful tool is not parallel-safe", async () => {
  const { tools, steps } = recordingTools(["safe", undefined]);
  await runScenario({ tools: createTestTools(tools), script: [{ calls: jobs }, { text: "done" }] });
  expect(steps).toEqual(["start 0", "end 0", "start 1", "end 1"]);
});

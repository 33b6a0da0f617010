import { expect, it } from "vitest";
import { z } from "zod";
import { defineTool } from "../../src/ports/tool.ts";
import { runScenario } from "./run-scenario.ts";
import { createTestTools } from "./test-tools.ts";

const done = { text: "done" };
const read = (
  written: string,
  id = "c1",
): { readonly id: string; readonly name: string; readonly arguments: string } => ({
  id,
  name: "read",
  arguments: written,
});

it.each([
  ["fenced", '```json\n{"path":"a"}\n```', "fence_removed"],
  ["encoded twice", '"{\\"path\\":\\"a\\"}"', "double_encoded"],
  ["empty", "", "empty_arguments"],
  ["followed by a stray fence", '{"path":"a"}\n```', "trailing_text"],
])(
  "repairs arguments that are %s, runs the call once and logs the repair",
  async (_what, written, repair) => {
    const { tools, events, requests, results } = await runScenario({
      script: [{ calls: [read(written)] }, done],
    });
    expect(tools.count("read")).toBe(1);
    expect(results()[0]).toContain("ok: content of");
    expect(events("call.repaired").map((event) => event.data.repair)).toEqual([repair]);
    expect(requests).toHaveLength(2);
  },
);

it.each([
  ["truncated", '{"path":"a', "not valid JSON"],
  ["an array", "[1]", "an array"],
  ["null", "null", "null"],
  ["a number", "7", "a number"],
  ["a text", '"a"', "a string"],
  ["two objects", '{"path":"a"}{"path":"b"}', "not valid JSON"],
  ["invalid for the schema", '{"path":7}', "path"],
  ["with an unknown field", '{"paht":"a"}', "paht"],
])("reports arguments that are %s to the model and runs nothing", async (_what, written, expected) => {
  const { tools, results, trace, requests, events } = await runScenario({
    script: [{ calls: [read(written)] }, { calls: [read('{"path":"b"}', "c2")] }, done],
  });
  expect(tools.runs).toEqual(['read {"path":"b"}']);
  expect(results()[0]).toMatch(/^error: /);
  expect(results()[0]).toContain(expected);
  expect(events("tool.started").map((event) => event.data.toolCallId)).toEqual(["c2"]);
  expect(trace.status).toBe("completed");
  expect(requests).toHaveLength(3);
});

it("runs the valid calls of a batch with a broken one", async () => {
  const { tools, results } = await runScenario({
    script: [
      { calls: [read("{", "c1"), read('{"path":"b"}', "c2"), { id: "c3", name: "reed", arguments: "{}" }] },
      done,
    ],
  });
  expect(tools.runs).toEqual(['read {"path":"b"}']);
  expect(results()).toHaveLength(3);
});

it("makes duplicate ids unique within and across answers and runs each call once", async () => {
  const calls = [read('{"path":"a"}', "x"), read('{"path":"b"}', "x"), read('{"path":"c"}', "x_2")];
  const { tools, events } = await runScenario({
    script: [{ calls }, { calls: [read('{"path":"d"}', "x")] }, done],
  });
  expect(tools.runs).toHaveLength(4);
  expect(
    events("call.repaired").every(
      (event) => event.data.repair === "duplicate_id" && event.data.before.startsWith("x"),
    ),
  ).toBe(true);
});

it("assigns empty and missing ids", async () => {
  const calls = [read('{"path":"a"}', ""), { name: "read", arguments: '{"path":"b"}' }];
  const { tools, events } = await runScenario({ script: [{ calls }, done] });
  expect(tools.runs).toEqual(['read {"path":"a"}', 'read {"path":"b"}']);
  expect(events("call.repaired").map((event) => event.data.repair)).toEqual(["missing_id", "missing_id"]);
});

it.each(["reed", "functions.read", "", "read file", "x".repeat(200), "läsen"])(
  "reports an unknown tool %j with the available names",
  async (name) => {
    const { tools, results } = await runScenario({
      script: [{ calls: [{ id: "c1", name, arguments: "{}" }] }, done],
    });
    expect(tools.runs).toEqual([]);
    expect(results()[0]).toMatch(/^error: There is no tool named .*Tools: read, write/s);
  },
);

it("turns exceptions and timeouts of tools into results", async () => {
  const { results, trace } = await runScenario({
    script: [
      {
        calls: [
          { id: "c1", name: "fail", arguments: "{}" },
          { id: "c2", name: "stall", arguments: "{}" },
        ],
      },
      done,
    ],
  });
  expect(results()[0]).toBe("error: fail failed: disk is full");
  expect(results()[1]).toContain("did not finish within");
  expect(trace.status).toBe("completed");
});

it("ignores events that a tool records after it was abandoned", async () => {
  let recorded = (): void => undefined;
  const hasRecorded = new Promise<void>((resolve) => (recorded = resolve));
  const shared = {
    description: "Reads.",
    input: z.strictObject({}),
    annotations: { readOnlyHint: true },
  };
  const slow = defineTool({
    ...shared,
    name: "slow",
    execute: async () => {
      await hasRecorded;
      return { title: "slow", output: "done" };
    },
  });
  const late = defineTool({
    ...shared,
    name: "late",
    execute: async (_, context) => {
      setTimeout(() => {
        context.files.remember("a.txt", "a".repeat(64));
        context.record({ type: "compaction.requested", focus: null });
        recorded();
      }, 0);
      throw new Error("gave up");
    },
  });
  const calls = ["slow", "late"].map((name) => ({ id: name, name, arguments: "{}" }));
  const { results, events } = await runScenario({
    script: [{ calls }, done],
    tools: createTestTools([slow, late]),
  });
  expect(results()).toEqual(["ok: done", "error: late failed: gave up"]);
  expect([...events("file.read"), ...events("compaction.requested")]).toEqual([]);
});

it("denies a call when its permission cannot be decided", async () => {
  const permission = {
    decide: async () => {
      throw new Error("no rules");
    },
  };
  const { tools, results, trace } = await runScenario({
    script: [{ calls: [read("{}")] }, done],
    environment: { permission },
  });
  expect(tools.runs).toEqual([]);
  expect(results()[0]).toContain("denied: Denied: permission could not be determined");
  expect(trace.status).toBe("completed");
});

it("runs the complete calls of a truncated answer and never the truncated one", async () => {
  const calls = [
    { id: "c1", name: "write", arguments: '{"path":"a"}' },
    { id: "c2", name: "write", arguments: '{"path":"b' },
  ];
  const { tools, results } = await runScenario({ script: [{ calls, finish: "length" }, done] });
  expect(tools.runs).toEqual(['write {"path":"a"}']);
  expect(results()[1]).toContain("output limit");
});

it("never runs the last call of an answer that hit the output limit, even with valid arguments", async () => {
  const { tools } = await runScenario({
    script: [{ calls: [{ id: "c1", name: "write", arguments: "{}" }], finish: "length" }, done],
  });
  expect(tools.runs).toEqual([]);
});

it("keeps a text that hit the output limit and logs the limit", async () => {
  const { trace, events, requests } = await runScenario({
    script: [{ text: "A long sto", finish: "length" }],
  });
  expect(trace.status).toBe("completed");
  expect(trace.summary).toBe("A long sto");
  expect(events("limit.reached").map((event) => event.data.limit)).toEqual(["output"]);
  expect(requests).toHaveLength(1);
});

it("runs no calls of a filtered answer and fails with a fix", async () => {
  const { trace, tools, requests } = await runScenario({
    script: [{ text: "", calls: [{ id: "c1", name: "write", arguments: '{"pa' }], finish: "content_filter" }],
  });
  expect(tools.runs).toEqual([]);
  expect(trace.failure?.code).toBe("MODEL_CONTENT_FILTERED");
  expect(requests).toHaveLength(1);
});

it("separates calls that a provider numbers 0 or not at all", async () => {
  const piece = (call: object): string =>
    `data: ${JSON.stringify({ choices: [{ delta: { tool_calls: [call] } }] })}\n\n`;
  const whole = (path: string): object => ({ name: "read", arguments: JSON.stringify({ path }) });
  const numbered =
    piece({ index: 0, id: "a", function: whole("a") }) + piece({ index: 0, id: "b", function: whole("b") });
  const bare = piece({ function: whole("c") }) + piece({ id: "", function: whole("d") });
  const bytes = new TextEncoder().encode(
    `${numbered}${bare}data: ${JSON.stringify({ choices: [{ delta: {}, finish_reason: "tool_calls" }] })}\n\n`,
  );
  const { tools } = await runScenario({ script: [{ kind: "bytes", bytes, end: "close" }, done] });
  expect(tools.runs).toEqual(["a", "b", "c", "d"].map((path) => `read {"path":"${path}"}`));
});

it("records the trust of a result without changing the request", async () => {
  const own = defineTool({
    name: "own",
    description: "Adds up.",
    input: z.strictObject({}),
    annotations: { readOnlyHint: true },
    trust: "workspace",
    execute: async () => ({ title: "own", output: "42" }),
  });
  const calls = ["own", "read", "missing"].map((name, index) => ({ id: `c${index}`, name, arguments: "{}" }));
  const { entries, requests } = await runScenario({
    script: [{ calls }, { text: "done" }],
    tools: createTestTools([own]),
  });
  const results = entries.filter((entry) => entry.kind === "message" && entry.role === "tool");
  expect(results.map(({ toolName, trust }) => [toolName, trust])).toEqual([
    ["own", "workspace"],
    ["read", "untrusted"],
    ["missing", "untrusted"],
  ]);
  for (const { body } of requests) expect(body).not.toContain("trust");
});

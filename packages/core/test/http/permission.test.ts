import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import type { PermissionDecision, PermissionRequest } from "../../src/ports/permission.ts";
import { runScenario, SCOPE } from "./run-scenario.ts";

const done = { text: "done" };
const calls = [
  { id: "c1", name: "write", arguments: '{"path":"a"}' },
  { id: "c2", name: "read", arguments: '{"path":"b"}' },
];
const reads = [
  { id: "c1", name: "read", arguments: '{"path":"a"}' },
  { id: "c2", name: "say", arguments: '{"path":"b"}' },
];

it("passes all facts for a decision to the permission port", async () => {
  const requests: PermissionRequest[] = [];
  const permission = {
    decide: async (request: PermissionRequest): Promise<PermissionDecision> => {
      requests.push(request);
      return await Promise.resolve({ effect: "allow" });
    },
  };
  const { trace } = await runScenario({
    script: [{ calls: [{ id: "c1", name: "read", arguments: "{}" }] }, { calls: reads.slice(1) }, done],
    environment: { permission },
  });
  const [first, second] = requests;
  expect(first?.definitionDigest).toMatch(/^[0-9a-f]{64}$/u);
  expect(first).toEqual({
    scope: SCOPE,
    person: "person",
    agent: "general",
    conversation: null,
    rootId: trace.id,
    traceId: trace.id,
    step: 1,
    toolCallId: "c1",
    tool: "read",
    definitionDigest: first?.definitionDigest,
    arguments: { path: "" },
    argumentsDigest: createHash("sha256").update('{"path":""}').digest("hex"),
    folder: null,
    annotations: { readOnlyHint: true },
  });
  expect(second).toMatchObject({ step: 2, tool: "say" });
  expect(second?.definitionDigest).not.toBe(first?.definitionDigest);
});

it.each([
  ["denied", { effect: "deny", by: "rule", reason: "not on Sundays" }, "Denied: not on Sundays"],
  [
    "subject to approval",
    { effect: "ask", reason: "it deletes files" },
    "Denied: it deletes files\nThis call requires",
  ],
] as const)(
  "does not start a call that is %s and returns the reason as its result",
  async (_, decision, expected) => {
    const permission = {
      decide: async ({ toolCallId }: PermissionRequest): Promise<PermissionDecision> =>
        await Promise.resolve(toolCallId === "c1" ? decision : { effect: "allow" }),
    };
    for (const batch of [calls, reads]) {
      const { tools, events, results } = await runScenario({
        script: [{ calls: batch }, done],
        environment: { permission },
      });
      expect(tools.runs).toHaveLength(1);
      expect(events("tool.started").map(({ data }) => data.toolCallId)).toEqual(["c2"]);
      expect(results()[0]).toContain(`denied: ${expected}`);
      expect(results()[1]).toMatch(/^ok: /u);
    }
  },
);

it("records the start of an effectful call after its permission and before it runs", async () => {
  const order: string[] = [];
  const permission = {
    decide: async ({ toolCallId }: PermissionRequest): Promise<PermissionDecision> => {
      order.push(`decided ${toolCallId}`);
      return await Promise.resolve({ effect: "allow" });
    },
  };
  await runScenario({
    script: [{ calls: calls.slice(0, 1) }, done],
    environment: { permission },
    onUpdate: (update) => {
      if (update.kind !== "entry") return;
      if (update.entry.kind === "event" && update.entry.type === "tool.started") order.push("started");
      if (update.entry.kind === "message" && update.entry.role === "tool") order.push("result");
    },
  });
  expect(order).toEqual(["decided c1", "started", "result"]);
});

it("starts nothing when canceled during a permission decision", async () => {
  let cancelRun = (): void => undefined;
  const permission = {
    decide: async (): Promise<PermissionDecision> => {
      cancelRun();
      return await Promise.resolve({ effect: "allow" });
    },
  };
  const { trace, tools, events, results } = await runScenario({
    script: [{ calls }],
    environment: { permission },
    onUpdate: (_, cancel) => (cancelRun = cancel),
  });
  expect(trace.status).toBe("cancelled");
  expect(tools.runs).toEqual([]);
  expect(events("tool.started")).toEqual([]);
  expect(results().map((line) => line.split(":")[0])).toEqual(["cancelled", "cancelled"]);
});

import { createInMemoryStores, createNoRedactor } from "@goaltrace/core/in-memory";
import { buildLog, buildTrace, createTestClock, createTestIds } from "@goaltrace/core/testing";
import type { Trace } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { carryOverSignals, sendSignal } from "./send-signal.ts";

const scope = { workspaceId: "workspace", personId: "person" };

async function setUp(...statuses: readonly Trace["status"][]) {
  const stores = createInMemoryStores();
  const clock = createTestClock();
  const runtime = { stores, ids: createTestIds(), clock, redactorOf: async () => createNoRedactor() };
  for (const [index, status] of statuses.entries()) {
    const log = buildLog({ traceId: `t${index + 1}` });
    log.user("Look");
    const trace = buildTrace({ id: log.traceId, conversationId: "talk", createdAt: index }, log.entries);
    await stores.traces.create(scope, { ...trace, status }, log.entries, []);
  }
  const pin = async (traceId: string, text: string) =>
    await sendSignal(runtime, scope, { traceId, body: { kind: "pin", payload: { text } } });
  const compact = async (traceId: string) =>
    await sendSignal(runtime, scope, { traceId, body: { kind: "compact", payload: { focus: null } } });
  return { stores, runtime, pin, compact };
}

describe("sendSignal", () => {
  it("C6b · reaches an active run at once, and pins the same text only once", async () => {
    const { stores, pin } = await setUp("queued");
    expect(await pin("t1", "182 ms")).toEqual({ when: "now" });
    await pin("t1", "182 ms");
    expect(await stores.signals.pending(scope, "t1")).toMatchObject([
      { kind: "pin", payload: { text: "182 ms" } },
    ]);
  });

  it("C6b · carries requests to an idle conversation over to its next turn", async () => {
    const { stores, runtime, pin, compact } = await setUp("completed");
    expect(await pin("t1", "182 ms")).toEqual({ when: "next_turn" });
    expect(await compact("t1")).toEqual({ when: "next_turn" });
    const next = buildLog({ traceId: "next" });
    next.user("More");
    await stores.traces.create(
      scope,
      { ...buildTrace({ id: "next", conversationId: "talk" }, next.entries), status: "queued" },
      next.entries,
      [],
    );
    await carryOverSignals(runtime, scope, { from: "t1", to: "next" });
    expect(await stores.signals.pending(scope, "t1")).toEqual([]);
    expect(await stores.signals.pending(scope, "next")).toMatchObject([
      { kind: "pin", payload: { text: "182 ms" }, traceId: "next" },
      { kind: "compact", payload: { focus: null }, traceId: "next" },
    ]);
  });
});

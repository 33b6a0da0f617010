import { expect, it } from "vitest";
import { buildLog, buildTrace, createTestClock } from "../../testing/builders.ts";
import { describeTraceStoreContract } from "../../testing/store-contract.ts";
import { createInMemoryStores } from "./stores.ts";

describeTraceStoreContract("in memory", async () => {
  const clock = createTestClock(Date.now());
  const jump = async (_: string, milliseconds: number): Promise<void> => clock.advance(milliseconds);
  return {
    ...createInMemoryStores(clock),
    time: { now: clock.now, jump, resolutionMs: 1 },
    makeConversation: async () => undefined,
    close: async () => undefined,
  };
});

const scope = { workspaceId: "workspace", personId: "person" };

async function queued(stores: ReturnType<typeof createInMemoryStores>, createdAt: number): Promise<string> {
  const log = buildLog({ traceId: `trace-${createdAt}` });
  log.user("The task");
  await stores.traces.create(scope, buildTrace({ id: log.traceId, createdAt }, log.entries), log.entries, []);
  return log.traceId;
}

it("claims the oldest trace first, and an expired one as soon as it expires", async () => {
  const clock = createTestClock();
  const stores = createInMemoryStores(clock);
  const later = await queued(stores, 2);
  const earlier = await queued(stores, 1);
  const claim = async (): Promise<string | undefined> =>
    (await stores.traces.claim({ owner: "worker", leaseMs: 1_000 }))?.trace.id;
  expect([await claim(), await claim(), await claim()]).toEqual([earlier, later, undefined]);
  clock.advance(999);
  expect(await claim()).toBeUndefined();
  clock.advance(1);
  expect(await claim()).toBe(earlier);
});

it("isolates other subscribers from one that throws", () => {
  const { live } = createInMemoryStores();
  const received: string[] = [];
  live.subscribe({ traceId: "t" }, () => {
    throw new Error("slow");
  });
  const unsubscribe = live.subscribe({ workspaceId: "w" }, (notice) => received.push(notice.kind));
  live.publish({ kind: "committed", workspaceId: "w", traceId: "t", sequence: 1, status: "running" });
  unsubscribe();
  live.publish({ kind: "committed", workspaceId: "w", traceId: "t", sequence: 2, status: "running" });
  expect(received).toEqual(["committed"]);
});

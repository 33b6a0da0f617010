import { expect, it } from "vitest";
import { createInMemoryStores } from "../adapters/in-memory/index.ts";
import { buildTrace } from "../testing/builders.ts";
import { storeEventfulRun } from "../testing/eventful-run.ts";
import { readTrace } from "./read-log.ts";
import { readMoment } from "./read-moment.ts";
import { readOverview } from "./read-overview.ts";

it("returns, for every entry, what a log that ends there says about its run", async () => {
  const stores = createInMemoryStores();
  const { scope, second, entries } = await storeEventfulRun(stores);
  const reader = { traces: stores.traces, scope };
  for (const { sequence } of entries) {
    const shared = entries.filter((entry) => entry.traceId !== second.id && entry.sequence <= sequence);
    const own = entries.filter((entry) => entry.traceId === second.id && entry.sequence <= sequence);
    const cut = createInMemoryStores();
    const first = buildTrace({ id: "first", ...scope }, shared);
    const ended = buildTrace({ id: second.id, ...scope, origin: second.origin }, own);
    await cut.traces.create(scope, first, shared, []);
    await cut.traces.create(scope, ended, own, []);
    const then = { traces: cut.traces, scope };
    const moment = await readMoment(reader, second, { sequence });
    expect(moment.projection).toEqual(projectionOf(ended));
    const { lastSequence, ...overview } = await readOverview(then, await readTrace(then, second.id));
    expect(moment.overview).toEqual({ ...overview, lastSequence: sequence });
    // A run without entries of its own ends where it continues another one.
    expect(lastSequence).toBe(Math.max(sequence, second.origin?.sequence ?? 0));
  }
});

it("returns where a run begins while it has no entries", async () => {
  const stores = createInMemoryStores();
  const { scope, first, second, entries } = await storeEventfulRun(stores);
  const queued = buildTrace({ id: "queued", ...scope, origin: second.origin, task: "And the geese?" });
  await stores.traces.create(scope, queued, [], []);
  const reader = { traces: stores.traces, scope };
  const { overview, projection } = await readMoment(reader, queued, { sequence: entries.length });
  expect([overview.lastSequence, projection.lastSequence]).toEqual([first.lastSequence, first.lastSequence]);
  expect(projection.status).toBe("queued");
  expect((await readOverview(reader, queued)).lastSequence).toBe(first.lastSequence);
});

it("returns the stored state of a run for its last entry", async () => {
  const { traces, blobs } = createInMemoryStores();
  const { scope, first } = await storeEventfulRun({ traces, blobs });
  const moment = await readMoment({ traces, scope }, first, { sequence: first.lastSequence });
  expect(moment.projection).toEqual(projectionOf(first));
});

function projectionOf(trace: Awaited<ReturnType<typeof readTrace>>): unknown {
  const { status, waitingFor, phase, currentGoalId, lastSequence, lastMessage, summary } = trace;
  const { failure, startedAt, endedAt, totals } = trace;
  const rest = { failure, startedAt, endedAt, totals };
  return { status, waitingFor, phase, currentGoalId, lastSequence, lastMessage, summary, ...rest };
}

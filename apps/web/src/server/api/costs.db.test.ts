import { createSequencer, type EntryDraft, projectEntry, type TraceProjection } from "@goaltrace/core/log";
import { goalCreated, testUsage } from "@goaltrace/core/testing";
import { afterAll, beforeAll, expect, it } from "vitest";
import { toCsv } from "../../features/usage/usage-data.ts";
import { getTrace, getTraceDag } from "../rest/endpoints.ts";
import type { Endpoint } from "../rest/endpoint.ts";
import { handleRest } from "../rest/handle-rest.ts";
import { createAccessWorld, ORIGIN } from "../testing/access-world.ts";
import type { AccessWorld } from "../testing/access-world.ts";

let world: AccessWorld;
beforeAll(async () => {
  world = await createAccessWorld(process.env["DATABASE_URL"] ?? "", { withModel: true, forRoutes: true });
});
afterAll(async () => world.close());

const DAY_MS = 86_400_000;

/** The costs of a run's answers by goal, and of a summary. */
type Costs = { readonly goals: readonly (readonly number[])[]; readonly summary: number };
const FIRST: Costs = { goals: [[0.0123, 0.3371], [0.1005]], summary: 0.0707 };
const SECOND: Costs = { goals: [[1.2345], [0.0001, 0.0002, 0.0003]], summary: 0.0049 };
const THIRD: Costs = { goals: [[0.015], [2.0049]], summary: 0.1 };
const RUNS: readonly Costs[] = [FIRST, SECOND, THIRD];
const sum = (values: readonly number[]): number => values.reduce((left, right) => left + right, 0);
const costOf = ({ goals, summary }: Costs): number => sum([...goals.flat(), summary]);
const cents = (dollars: number | null | undefined): number => Math.round((dollars ?? Number.NaN) * 1e6) / 1e6;

function finished(
  callId: string,
  { cost, purpose }: { cost: number; purpose: "step" | "summary" },
): EntryDraft {
  return {
    ...{ kind: "event", type: "call.finished", goalId: "root" },
    data: {
      ...{ callId, purpose, model: "m", attempts: 1, finishReason: "stop", usage: testUsage, cost },
      ...{ durationMs: 10, firstTokenMs: null },
    },
  };
}

function drafts({ goals, summary }: Costs): readonly EntryDraft[] {
  const created: EntryDraft[] = goals.map((_, index) => ({
    ...{ kind: "event", type: "goals.changed", goalId: "root" },
    data: { operations: [goalCreated(`g${index}`)], toolCallId: null },
  }));
  const answers = goals.flatMap((costs, index) =>
    costs.flatMap((cost, position): EntryDraft[] => {
      const callId = `c${index}-${position}`;
      return [
        {
          ...{ kind: "message", role: "assistant", goalId: `g${index}`, callId, text: "Done", reasoning: "" },
          ...{ toolCalls: [], model: "m", finishReason: "stop", usage: testUsage, cost, durationMs: 10 },
          ...{ firstTokenMs: null, description: "Done" },
        },
        { ...finished(callId, { cost, purpose: "step" }), goalId: `g${index}` },
      ];
    }),
  );
  const helper = {
    ...finished("summary", { cost: summary, purpose: "summary" }),
    goalId: `g${goals.length - 1}`,
  };
  return [...created, ...answers, helper];
}

/** Appends the calls of a run as its worker would, and ends it. */
async function execute(traceId: string, costs: Costs): Promise<void> {
  const { traces } = world.database;
  const claimed = await traces.claim({ owner: "test", leaseMs: 60_000, only: traceId });
  if (claimed === undefined) throw new Error(`nothing to claim: ${traceId}`);
  const { ids, clock } = world.runtime;
  const sequencer = createSequencer({ traceId, ids, clock, next: claimed.trace.lastSequence + 1 });
  const end: EntryDraft = {
    ...{ kind: "event", type: "trace.finished", goalId: "root" },
    data: { status: "completed", failure: null, summary: null },
  };
  const entries = [...drafts(costs), end].map((draft) => sequencer.stamp(draft));
  let projection: TraceProjection = claimed.trace;
  for (const entry of entries) projection = projectEntry(projection, entry);
  const { rootId, fence } = claimed.lease;
  await traces.append({ traceId, rootId, fence, entries, projection, blobs: [] });
  await traces.release(claimed.lease);
}

async function read<Answer>(endpoint: Endpoint, key: string, id: string): Promise<Answer> {
  const request = new Request(`${ORIGIN}${endpoint.address.replace("{id}", id)}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const response = await handleRest(endpoint, request, { runtime: world.runtime, params: { id } });
  return (await response.json()) as Answer;
}

it("adds up to the same costs by goal, run, conversation, agent and day, in every place that shows them", async () => {
  const workspace = world.slugs.ours;
  const member = world.caller("member");
  const first = await world.startRun("One");
  await execute(first.traceId, FIRST);
  const second = await member.runs.start({ workspace, conversationId: first.conversationId, text: "Two" });
  await execute(second.traceId, SECOND);
  const third = await world.startRun("Three");
  await execute(third.traceId, THIRD);
  const ids = [first.traceId, second.traceId, third.traceId];
  const total = cents(sum(RUNS.map(costOf)));

  const key = await world.makeKey("member", ["read"]);
  const { items } = await member.traces.list({ workspace });
  for (const [index, id] of ids.entries()) {
    const expected = cents(costOf(RUNS[index] ?? FIRST));
    const rest = await read<{ totals: { cost: number } }>(getTrace, key, id);
    expect(cents(rest.totals.cost)).toBe(expected);
    expect(cents(items.find((item) => item.id === id)?.cost)).toBe(expected);
  }
  const goalCosts = async (id: string): Promise<number> => {
    const { edges } = await read<{ edges: { totals: { cost: number } }[] }>(getTraceDag, key, id);
    return cents(sum(edges.map(({ totals }) => totals.cost)));
  };
  // A summary counts in the goal that needed it, so the goals add up to the run.
  expect(await goalCosts(first.traceId)).toBe(cents(costOf(FIRST)));
  expect(await goalCosts(third.traceId)).toBe(cents(costOf(THIRD)));

  const conversation = await member.conversations.get({ workspace, id: first.conversationId });
  expect(cents(sum(conversation.traces.map(({ totals }) => totals.cost ?? Number.NaN)))).toBe(
    cents(costOf(FIRST) + costOf(SECOND)),
  );
  const now = Date.now();
  const column = (row: string): number => Number(row.split(",")[5]);
  const csvCost = (rows: Parameters<typeof toCsv>[0]): number =>
    cents(sum(toCsv(rows).trim().split("\r\n").slice(1).map(column)));
  for (const by of ["agent", "model", "person"] as const) {
    const usage = await member.usage.get({
      ...{ workspace, timeZone: "UTC", by },
      ...{ from: now - DAY_MS, to: now + DAY_MS },
    });
    expect(cents(usage.total.cost)).toBe(total);
    expect(cents(sum(usage.days.map(({ cost }) => cost ?? 0)))).toBe(total);
    expect([by, cents(sum(usage.groups.map(({ cost }) => cost ?? 0)))]).toEqual([by, total]);
    expect(csvCost(usage.days.map((day) => ({ ...day, label: day.day })))).toBe(total);
    expect([by, csvCost(usage.groups.map((group) => ({ ...group, label: by })))]).toEqual([by, total]);
  }
  expect(cents((await member.budgets.get({ workspace })).spent.usd)).toBe(total);
});

import { createDatabase } from "@goaltrace/db";
import type { TraceQuery } from "@goaltrace/db";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure } from "./figure.ts";
import { fillAtScale } from "./fill-at-scale.ts";

const ROUNDS = 25;
const QUICK_ROUNDS = 3;
/** Limit for the server's p95 time per page of the workspace. Milliseconds. */
const FLOOR_MS = 300;
const GOAL_MS = 100;
const DAY_MS = 86_400_000;

/** Measures lists, search, opening a trace and usage with 100,000 runs and 1,000,000 messages in the tables. */
export const atScale: Benchmark = async ({ databaseUrl, quick }) => {
  const database = createDatabase(databaseUrl);
  try {
    const { workspaceId, personId, traceId } = await fillAtScale(database, quick ? 2_000 : 100_000);
    const scope = { workspaceId, personId };
    const { traceList, usage, conversations, visible } = database;
    const first = { cursor: null, limit: 50 };
    const list = (query: TraceQuery) => async (): Promise<unknown> => traceList.list(scope, query, first);
    const deep = await traceList.list(
      scope,
      { created: { from: null, to: Date.now() - 40 * DAY_MS } },
      first,
    );
    const range = { from: Date.now() - 90 * DAY_MS, to: Date.now(), timeZone: "Europe/Berlin" };
    const questions: Readonly<Record<string, () => Promise<unknown>>> = {
      "traces, first page": list({}),
      "traces, page in the middle": async () =>
        traceList.list(scope, {}, { cursor: deep.nextCursor, limit: 50 }),
      "traces by status": list({ statuses: ["failed"] }),
      "traces by agent and model": list({ agents: ["support"], models: ["local/qwen3"] }),
      "traces by person": list({ persons: ["person-3"] }),
      "traces by tag": list({ tags: ["docs"] }),
      "traces by tool": list({ tools: ["web_search"] }),
      "traces by doom loop": list({ loops: true }),
      "traces by cost, few match": list({ cost: { from: 0.4999, to: null } }),
      "traces by duration, none match": list({ durationMs: { from: 1e9, to: null } }),
      "traces by date": list({ created: { from: Date.now() - 41 * DAY_MS, to: Date.now() - 40 * DAY_MS } }),
      "full text, a common word": list({ text: "w1" }),
      "full text, a rare word": list({ text: "unique4711x3" }),
      "full text, two words": list({ text: "w17 w230" }),
      "full text, the beginning of a word": list({ text: "w1999" }),
      "full text, common word of failed runs": list({ text: "w1", statuses: ["failed"], loops: true }),
      "full text, nothing found": list({ text: "nowherefound" }),
      "totals of the list": async () => traceList.summary(scope, {}),
      "runs over time": async () => traceList.histogram(scope, {}, 80),
      "totals, a common word": async () => traceList.summary(scope, { text: "w1" }),
      "runs over time, a common word": async () => traceList.histogram(scope, { text: "w1" }, 80),
      "totals, common word of failed runs": async () =>
        traceList.summary(scope, { text: "w1", statuses: ["failed"] }),
      "what to filter by": async () => traceList.facets(scope),
      "newer runs, counted": async () =>
        traceList.countNewer(scope, {}, { id: "", createdAt: Date.now() - DAY_MS }),
      "opening a trace": async () => {
        await visible.traces.get(scope, traceId);
        return visible.traces.entries(scope, traceId, { after: 0 });
      },
      "usage of 90 days by agent": async () => usage.usage(scope, { ...range, by: "agent" }),
      "usage of 90 days by person": async () => usage.usage(scope, { ...range, by: "person" }),
      "usage of 90 days in Kathmandu": async () =>
        usage.usage(scope, { ...range, timeZone: "Asia/Kathmandu", by: "model" }),
      "conversations, first page": async () => conversations.list(scope, first),
      "conversations, by common text": async () => conversations.list(scope, { ...first, text: "w1" }),
      "conversations, by rare text": async () =>
        conversations.list(scope, { ...first, text: "unique4711x3" }),
    };
    const figures: Figure[] = [];
    for (const [what, ask] of Object.entries(questions)) {
      const value = await measureP95(ask, quick ? QUICK_ROUNDS : ROUNDS);
      figures.push(atMost({ what: `${what}, p95`, unit: "ms", value }, FLOOR_MS, GOAL_MS));
    }
    return figures;
  } finally {
    await database.close();
  }
};

async function measureP95(ask: () => Promise<unknown>, rounds: number): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await ask();
    times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return times[Math.min(times.length - 1, Math.floor(times.length * 0.95))] ?? 0;
}

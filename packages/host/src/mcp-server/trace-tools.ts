import { readGoals, readTrace } from "@goaltrace/core/reading";
import { z } from "zod";
import { CURSOR, ID, STATUS, TIME, toRestTrace, TRACE } from "../api/run-schemas.ts";
import { toGoalView, GOAL } from "./goal-view.ts";
import { defineMcpTool, READS } from "./mcp-tool.ts";
import { LIST_PAGE, LISTED_GOALS, LISTED_SUMMARY } from "./tunables.ts";

const NAMES = z.array(z.string().min(1).max(200)).max(50).optional();
const MOMENT = z.number().min(0).max(253_402_300_799_000);

/** A page of a list. */
export const LIST_LIMIT = z
  .number()
  .int()
  .min(1)
  .max(LIST_PAGE.max)
  .default(LIST_PAGE.default)
  .describe(`Rows per page, from 1 to ${LIST_PAGE.max}. Defaults to ${LIST_PAGE.default}.`);
export const NEXT_CURSOR = z.string().nullable().describe("Cursor of the next page; null on the last one.");

/** The id of a run. */
export const TRACE_ID = ID.describe("Trace id, as search_traces and start_run return it.");

export const searchTraces = defineMcpTool({
  name: "search_traces",
  title: "Search traces",
  description: "Finds runs of agents, newest first. Without filters, lists all runs that you can see.",
  right: "read",
  annotations: READS,
  input: {
    text: z
      .string()
      .max(300)
      .optional()
      .describe("Words that all occur in one message of the run, or the id of a run."),
    statuses: z.array(STATUS).max(7).optional().describe("Only runs with one of these statuses."),
    agents: NAMES.describe("Only runs of these agents."),
    models: NAMES.describe("Only runs with these models, as `provider/model`."),
    tags: NAMES.describe("Only runs with one of these tags."),
    errors: z.boolean().optional().describe("Only runs with an error."),
    from: MOMENT.optional().describe("Only runs created at this Unix time in milliseconds or later."),
    to: MOMENT.optional().describe("Only runs created at this Unix time in milliseconds or earlier."),
    cursor: CURSOR,
    limit: LIST_LIMIT,
  },
  output: {
    items: z.array(
      z.object({
        id: z.string(),
        title: z.string().describe("First line of the task."),
        status: STATUS,
        waitingFor: z.string().nullable(),
        agent: z.string(),
        model: z.string(),
        person: z.string().nullable().describe("Who started it; null for a deleted account."),
        conversationId: z.string().nullable(),
        tags: z.array(z.string()),
        errors: z.number().int(),
        toolCalls: z.number().int(),
        tokens: z.number(),
        cost: z.number().nullable().describe("In US dollars; null when a price is unknown."),
        subAgents: z.number().int(),
        createdAt: TIME,
        endedAt: TIME.nullable(),
      }),
    ),
    nextCursor: NEXT_CURSOR,
  },
  handle: async ({ services, scope }, { cursor, limit, from, to, ...filter }) => {
    const created =
      from === undefined && to === undefined ? {} : { created: { from: from ?? null, to: to ?? null } };
    const page = await services.stores.traceList.list(
      scope,
      { ...filter, ...created },
      { cursor: cursor ?? null, limit },
    );
    const items = page.items.map((item) => ({
      ...{ id: item.id, title: item.title, status: item.status, waitingFor: item.waitingFor },
      ...{ agent: item.agent, model: item.model, person: item.personName },
      ...{ conversationId: item.conversationId, tags: [...item.tags], errors: item.errors },
      ...{ toolCalls: item.calls, tokens: item.tokens, cost: item.cost, subAgents: item.agents },
      ...{ createdAt: item.createdAt, endedAt: item.endedAt },
    }));
    return { items, nextCursor: page.nextCursor };
  },
});

export const readTraceTool = defineMcpTool({
  name: "read_trace",
  title: "Read a trace",
  description:
    "Reads one run: its task, status, totals, plan of goals, and the report of its end or its failure. Call it again to follow a run that has not ended.",
  right: "read",
  annotations: READS,
  input: { traceId: TRACE_ID },
  output: {
    trace: TRACE,
    goals: z.array(GOAL).describe(`The plan in its order, the task itself first; at most ${LISTED_GOALS}.`),
    goalCount: z.number().int(),
    subAgents: z
      .array(z.object({ traceId: z.string(), agent: z.string(), status: STATUS, task: z.string() }))
      .describe("Runs that this run started, at every depth."),
  },
  handle: async ({ services, scope }, { traceId }) => {
    const reader = { traces: services.stores.traces, scope };
    const trace = await readTrace(reader, traceId);
    const [goals, family] = await Promise.all([
      readGoals(reader, trace),
      reader.traces.family(scope, trace.rootId),
    ]);
    const below = descendantsOf(trace.id, family);
    return {
      trace: toRestTrace(trace),
      goals: goals.slice(0, LISTED_GOALS).map(toGoalView),
      goalCount: goals.length,
      subAgents: below.map(({ id, agent, status, task }) => ({
        ...{ traceId: id, agent: agent.name, status, task: task.slice(0, LISTED_SUMMARY) },
      })),
    };
  },
});

function descendantsOf<Run extends { readonly id: string; readonly parentId: string | null }>(
  id: string,
  family: readonly Run[],
): readonly Run[] {
  const children = family.filter(({ parentId }) => parentId === id);
  return children.flatMap((child) => [child, ...descendantsOf(child.id, family)]);
}

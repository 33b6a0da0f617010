import type { Entry } from "./entry.ts";
import { eventDefinition } from "./events/event-definition.ts";
import type { Message } from "./message.ts";
import { entryMoment, foldLength } from "./run-length.ts";
import { isTerminal } from "./trace.ts";
import type { TraceProjection, TraceTotals } from "./trace.ts";

const NO_TOTALS: TraceTotals = {
  messages: 0,
  modelCalls: 0,
  toolCalls: 0,
  errors: 0,
  inputTokens: 0,
  outputTokens: 0,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: 0,
  durationMs: 0,
};

/**
 * Returns the projection of a trace without entries of its own: queued, with zero totals. `lastSequence` is the origin's sequence for a
 * trace that continues or forks another, 0 otherwise.
 */
export function emptyProjection(options: { readonly lastSequence?: number } = {}): TraceProjection {
  return {
    status: "queued",
    waitingFor: null,
    phase: "idle",
    currentGoalId: null,
    lastSequence: options.lastSequence ?? 0,
    lastMessage: "",
    summary: null,
    failure: null,
    startedAt: null,
    endedAt: null,
    totals: NO_TOTALS,
  };
}

/**
 * Folds one entry into a trace's projection. Pure and O(1); the result does not depend on batching. Tokens and cost come from
 * `call.finished`, so that helper calls count and no call counts twice.
 */
export function projectEntry(projection: TraceProjection, entry: Entry): TraceProjection {
  const base = advance(projection, entry);
  switch (entry.kind) {
    case "message":
      return projectMessage(base, entry);
    case "event":
      return eventDefinition(entry.type).project?.(base, entry.data, entry.at) ?? base;
    case "unknown":
      return base;
  }
}

/**
 * Applies the changes common to all entries. Lists each field, so that a whole trace may be passed in and only its projection comes out.
 */
function advance(projection: TraceProjection, entry: Entry): TraceProjection {
  const { totals, startedAt } = projection;
  return {
    status: projection.status,
    waitingFor: projection.waitingFor,
    ...(projection.wakeAt === undefined ? {} : { wakeAt: projection.wakeAt }),
    phase: projection.phase,
    currentGoalId: entry.goalId,
    lastSequence: entry.sequence,
    lastMessage: projection.lastMessage,
    summary: projection.summary,
    failure: projection.failure,
    startedAt,
    endedAt: projection.endedAt,
    totals: startedAt === null ? totals : withLength(projection, startedAt, entry),
  };
}

/** Returns the totals with the time up to an entry. */
function withLength(projection: TraceProjection, startedAt: number, entry: Entry): TraceTotals {
  const { totals, status, lastSequence } = projection;
  const { durationMs, waitedMs = 0 } = totals;
  const isOver = isTerminal(status);
  const { to, waited } = foldLength(
    {
      ...{ lastSequence, from: startedAt, to: startedAt + durationMs, waited: waitedMs },
      ...{ isWaiting: status === "waiting" || isOver, isOpen: !isOver },
    },
    entryMoment(entry),
  );
  return { ...totals, durationMs: to - startedAt, ...(waited > 0 && { waitedMs: waited }) };
}

function projectMessage(projection: TraceProjection, message: Message): TraceProjection {
  const totals = { ...projection.totals, messages: projection.totals.messages + 1 };
  switch (message.role) {
    case "user":
    case "assistant":
      return { ...projection, lastMessage: message.description, totals };
    case "tool": {
      const failed = message.outcome === "error" ? 1 : 0;
      return {
        ...projection,
        totals: { ...totals, toolCalls: totals.toolCalls + 1, errors: totals.errors + failed },
      };
    }
  }
}

import { scaleReport } from "../context/report.ts";
import { entryCallId, type CallStory, callStory } from "../diagnose/call-story.ts";
import { compareContexts, type ContextComparison } from "../diagnose/compare-contexts.ts";
import { isAnswerCall } from "../log/answer-call.ts";
import type { Entry } from "../log/entry.ts";
import type { Trace } from "../log/trace.ts";
import { CALL_READ_ENTRIES, CALL_READ_GROWTH } from "../tunables.ts";
import type { LogReader } from "./log-reader.ts";
import { readEntries } from "./read-log.ts";

/** A model call, with its context compared to the previous call. */
export type CallReading = {
  readonly story: CallStory;
  /** Null for the first call of the log. */
  readonly previous: CallStory | null;
  readonly context: ContextComparison;
  /** Tokens of the whole request; `exact` when the provider counted them. */
  readonly totalTokens: number;
  readonly exact: boolean;
  /** Deviation of the estimates from the provider's total, as a fraction of it; null without a total. */
  readonly estimateOff: number | null;
};

/**
 * Returns the model call that an entry belongs to: its own, or the one that requested the tool; undefined when there is none. Reads only
 * the neighborhood of the entry, and extends it until it covers the call and its predecessor. Errors: as `resolveLog`.
 */
export async function readCall(
  reader: LogReader,
  trace: Trace,
  sequence: number,
): Promise<CallReading | undefined> {
  for (let reach = CALL_READ_ENTRIES; ; reach *= CALL_READ_GROWTH) {
    const after = Math.max(0, sequence - reach);
    const limit = sequence - after + CALL_READ_ENTRIES;
    const match = callAround(await readEntries(reader, trace, { after, limit }), sequence);
    if (match === "none") return undefined;
    if (match !== null && (match.previous !== null || after === 0)) return toReading(match);
    if (after === 0) return undefined;
  }
}

/**
 * As `readCall`, but compared with the call that the entry `comparedWith` belongs to instead of the previous one; undefined when either
 * entry belongs to no call.
 */
export async function readComparedCall(
  reader: LogReader,
  trace: Trace,
  { sequence, comparedWith }: { readonly sequence: number; readonly comparedWith: number },
): Promise<CallReading | undefined> {
  const [call, other] = await Promise.all([
    readCall(reader, trace, sequence),
    readCall(reader, trace, comparedWith),
  ]);
  return call && other && toReading({ story: call.story, previous: other.story });
}

type CallMatch = { readonly story: CallStory; readonly previous: CallStory | null };

/** Returns `none` when the entry belongs to no call, null when its call precedes these entries. */
function callAround(entries: readonly Entry[], sequence: number): CallMatch | "none" | null {
  const entry = entries.find((candidate) => candidate.sequence === sequence);
  if (entry === undefined) return "none";
  const callId = owningCall(entry, entries);
  if (callId === undefined) return "none";
  const story = callId === null ? undefined : callStory(entries, callId);
  if (story === undefined) return null;
  return { story, previous: previousCall(entries, story) };
}

/** Returns undefined when the entry belongs to no model call, null when the turn that requested it is not among the entries. */
function owningCall(entry: Entry, entries: readonly Entry[]): string | null | undefined {
  const own = entryCallId(entry);
  if (own !== null) return own;
  const requested = toolCallId(entry);
  if (requested === null) return undefined;
  const turn = entries.findLast(
    (candidate) =>
      candidate.kind === "message" &&
      candidate.role === "assistant" &&
      candidate.toolCalls.some((call) => call.id === requested),
  );
  return turn === undefined ? null : entryCallId(turn);
}

function toolCallId(entry: Entry): string | null {
  if (entry.kind === "message") return entry.role === "tool" ? entry.toolCallId : null;
  if (entry.kind !== "event" || !("toolCallId" in entry.data)) return null;
  return entry.data.toolCallId;
}

/** Returns the previous call with the same kind of request: a step is not compared with the small request of a summary or a title. */
function previousCall(entries: readonly Entry[], story: CallStory): CallStory | null {
  const before = entries.findLast(
    (entry) =>
      entry.kind === "event" &&
      entry.type === "call.started" &&
      entry.sequence < story.startedSequence &&
      entry.data.callId !== story.callId &&
      isAnswerCall(entry.data.purpose) === isAnswerCall(story.purpose),
  );
  const callId = before === undefined ? null : entryCallId(before);
  return callId === null ? null : (callStory(entries, callId) ?? null);
}

function toReading({ story, previous }: CallMatch): CallReading {
  const usage = story.answer?.usage;
  const exact = usage !== undefined && !usage.estimated;
  const shown = exact ? scaleReport(story.report, usage.inputTokens) : story.report;
  const comparable = (call: CallStory): { readonly model: string; readonly report: CallStory["report"] } => ({
    model: call.request.model,
    report: call.report,
  });
  return {
    story,
    previous,
    context: compareContexts(
      { ...comparable(story), shown, cachedTokens: exact ? usage.cachedTokens : null },
      previous === null ? null : comparable(previous),
    ),
    totalTokens: shown.totalTokens,
    exact,
    estimateOff:
      exact && usage.inputTokens > 0
        ? Math.abs(story.report.totalTokens - usage.inputTokens) / usage.inputTokens
        : null,
  };
}

import { scaleReport } from "@goaltrace/core";
import type { Scope, TraceStore } from "@goaltrace/core";
import { callIdOf, callStory, compareContexts } from "@goaltrace/core/diagnose";
import type { CallStory, ContextComparison } from "@goaltrace/core/diagnose";
import type { Entry, Trace } from "@goaltrace/core/log";
import { readEntries } from "./read-log.ts";

type Reader = { readonly traces: TraceStore; readonly scope: Scope };

/** Entries looked at first on either side of the one asked for; a call and the one before it nearly always lie within. */
const NEAR = 200;
/** Each further look goes this much farther back. */
const FARTHER = 8;

/** A model call with its context beside that of the call before it. */
export type CallReading = {
  readonly story: CallStory;
  /** Null for the first call of the log. */
  readonly previous: CallStory | null;
  readonly context: ContextComparison;
  /** Tokens of the whole request; `exact` when the provider counted them. */
  readonly totalTokens: number;
  readonly exact: boolean;
  /** How far the sum of the estimates lies from the provider's total, as a share of it; null without one. */
  readonly estimateOff: number | null;
};

/** The model call that an entry belongs to: its own, or the one that asked for the tool. Undefined when it belongs to none. */
export async function readCall(
  reader: Reader,
  trace: Trace,
  sequence: number,
): Promise<CallReading | undefined> {
  for (let reach = NEAR; ; reach *= FARTHER) {
    const from = Math.max(0, sequence - reach);
    const entries = await readEntries(reader, trace, { after: from, limit: sequence - from + NEAR });
    const found = callAround(entries, sequence);
    if (found === "none") return undefined;
    if (found !== null && (found.previous !== null || from === 0)) return readingOf(found);
    if (from === 0) return undefined;
  }
}

type Found = { readonly story: CallStory; readonly previous: CallStory | null };

/** `none` when the entry belongs to no call, null when its call lies before this stretch. */
function callAround(entries: readonly Entry[], sequence: number): Found | "none" | null {
  const entry = entries.find((one) => one.sequence === sequence);
  if (entry === undefined) return "none";
  const callId = ownerOf(entry, entries);
  if (callId === undefined) return "none";
  const story = callId === null ? undefined : callStory(entries, callId);
  if (story === undefined) return null;
  return { story, previous: previousCall(entries, story) };
}

/** Undefined when the entry has to do with no model call, null when the turn that asked for it is not in the stretch. */
function ownerOf(entry: Entry, entries: readonly Entry[]): string | null | undefined {
  const own = callIdOf(entry);
  if (own !== null) return own;
  const toolCallId = toolCallOf(entry);
  if (toolCallId === null) return undefined;
  const turn = entries.findLast(
    (one) =>
      one.kind === "message" &&
      one.role === "assistant" &&
      one.toolCalls.some((call) => call.id === toolCallId),
  );
  return turn === undefined ? null : callIdOf(turn);
}

function toolCallOf(entry: Entry): string | null {
  if (entry.kind === "message") return entry.role === "tool" ? entry.toolCallId : null;
  if (entry.kind !== "event" || !("toolCallId" in entry.data)) return null;
  return entry.data.toolCallId;
}

/** The call before, of the same kind of request: a summary's or a title's own small request is no forerunner. */
function previousCall(entries: readonly Entry[], story: CallStory): CallStory | null {
  const ordinary = (purpose: CallStory["purpose"]): boolean => purpose === "step" || purpose === "final";
  const before = entries.findLast(
    (entry) =>
      entry.kind === "event" &&
      entry.type === "call.started" &&
      entry.sequence < story.startedSequence &&
      entry.data.callId !== story.callId &&
      ordinary(entry.data.purpose) === ordinary(story.purpose),
  );
  const callId = before === undefined ? null : callIdOf(before);
  return callId === null ? null : (callStory(entries, callId) ?? null);
}

function readingOf({ story, previous }: Found): CallReading {
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

import type { CacheBreak, ContextReport, ContextSegment } from "../log/run-event.ts";

/** The change of a kind of segment since the previous call. `tokens` is the difference, by the same estimate on both sides. */
export type ContextChange = {
  readonly kind: "first" | "same" | "new" | "changed" | "grown" | "shrunk" | "gone";
  readonly tokens: number;
};

/** All segments of one kind in a request. */
export type ContextRow = {
  readonly kind: ContextSegment["kind"];
  /** Blob hashes, paths or message references, as in the report. */
  readonly sources: readonly string[];
  readonly firstSequence: number | null;
  readonly lastSequence: number | null;
  readonly tokens: number;
  /** The part of `tokens` that the provider served from its cache. */
  readonly cachedTokens: number;
  readonly change: ContextChange;
  /** Messages that are new in this call. */
  readonly added: readonly number[];
};

/** The point at which the previously sent part of a request ends early; everything after it is billed in full again. */
export type ContextBreak = {
  readonly kind: ContextSegment["kind"] | "model";
  readonly reason: "changed" | "new" | "gone" | "cleared" | "summarised" | "other_model";
  /** Tokens before the break. */
  readonly at: number;
  /** Previously sent tokens that had to be read again. */
  readonly tokens: number;
};

export type ContextComparison = {
  readonly rows: readonly ContextRow[];
  readonly break: ContextBreak | null;
  /** Tokens of this request that an earlier call also contained. */
  readonly sentBefore: number;
};

/** A call's context report, as stored or scaled to the provider's total. */
export type ComparedContext = {
  readonly model: string;
  /** Estimates, so that both sides of a comparison are counted alike. */
  readonly report: ContextReport;
};

type Group = {
  readonly kind: ContextSegment["kind"];
  sources: string[];
  first: number | null;
  last: number | null;
  tokens: number;
  sent: number;
  added: number[];
};

/**
 * Compares the request of a call with the previous one: same, new, grown or gone segments, the provider's cached tokens, and the first
 * segment that broke the cache. `shown` holds this call's segments as displayed (scaled to the provider's total); `cachedTokens` is null
 * when the provider reported none.
 */
export function compareContexts(
  call: ComparedContext & { readonly shown: ContextReport; readonly cachedTokens: number | null },
  previous: ComparedContext | null,
): ContextComparison {
  const now = groupByKind(call.report);
  const shown = groupByKind(call.shown);
  const before = groupByKind(previous?.report ?? { ...call.report, segments: [] });
  let cacheLeft = call.cachedTokens ?? 0;
  const rows: ContextRow[] = [];
  for (const [kind, group] of now) {
    const seen = shown.get(kind) ?? group;
    const cachedTokens = Math.min(cacheLeft, seen.sent, seen.tokens);
    cacheLeft -= cachedTokens;
    rows.push({
      kind,
      sources: group.sources,
      firstSequence: group.first,
      lastSequence: group.last,
      tokens: seen.tokens,
      cachedTokens,
      change:
        previous === null ? { kind: "first", tokens: group.tokens } : compareGroups(group, before.get(kind)),
      added: previous === null ? [] : group.added,
    });
  }
  for (const [kind, group] of before) {
    if (now.has(kind)) continue;
    rows.push({
      kind,
      sources: group.sources,
      firstSequence: group.first,
      lastSequence: group.last,
      tokens: 0,
      cachedTokens: 0,
      change: { kind: "gone", tokens: -group.tokens },
      added: [],
    });
  }
  const sentBefore = [...shown.values()].reduce((sum, group) => sum + group.sent, 0);
  return { rows, break: previous === null ? null : findBreak(call, previous, rows), sentBefore };
}

function groupByKind(report: ContextReport): Map<ContextSegment["kind"], Group> {
  const groups = new Map<ContextSegment["kind"], Group>();
  for (const segment of report.segments) {
    const group = groups.get(segment.kind) ?? emptyGroup(segment.kind);
    groups.set(segment.kind, group);
    group.tokens += segment.tokens;
    if (segment.cached) group.sent += segment.tokens;
    else if (segment.firstSequence !== null) group.added.push(segment.firstSequence);
    group.sources.push(segment.source);
    group.first = smaller(group.first, segment.firstSequence);
    group.last = larger(group.last, segment.lastSequence);
  }
  return groups;
}

function emptyGroup(kind: ContextSegment["kind"]): Group {
  return { kind, sources: [], first: null, last: null, tokens: 0, sent: 0, added: [] };
}

function smaller(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b);
}

function larger(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.max(a, b);
}

function compareGroups(now: Group, before: Group | undefined): ContextChange {
  if (before === undefined) return { kind: "new", tokens: now.tokens };
  const tokens = now.tokens - before.tokens;
  // Segments from the log are compared by their messages, outside segments by their source.
  if (now.first === null)
    return { kind: now.sources.join() === before.sources.join() ? "same" : "changed", tokens };
  if (tokens === 0 && now.first === before.first && now.last === before.last)
    return { kind: "same", tokens: 0 };
  return { kind: tokens < 0 ? "shrunk" : "grown", tokens };
}

/** The tail is rebuilt for every call and comes last, so it never breaks the cache. */
function findBreak(
  call: ComparedContext & { readonly shown: ContextReport },
  previous: ComparedContext,
  rows: readonly ContextRow[],
): ContextBreak | null {
  const sent = previous.report.totalTokens;
  if (call.model !== previous.model) return { kind: "model", reason: "other_model", at: 0, tokens: sent };
  const recorded = recordedBreak(call.report, previous.report);
  let at = 0;
  for (const row of rows) {
    // The first difference counts: a changed text in front of the messages comes before a recorded break among them.
    const isOutside = row.firstSequence === null && row.kind !== "tail";
    const reason = isOutside || (recorded === null && row.kind !== "tail") ? breakReason(row) : null;
    if (reason !== null) return { kind: row.kind, reason, at, tokens: Math.max(0, sent - at) };
    if (recorded !== null && isRecordedFor(recorded, row)) {
      const { kind } = row;
      return { kind, reason: recorded.reason, at: cachedStart(call.shown), tokens: recorded.tokens };
    }
    at += row.tokens;
  }
  return null;
}

/** A summary and the state beside it are one break, at whichever comes first. */
function isRecordedFor({ kind, reason }: CacheBreak, row: ContextRow): boolean {
  return row.kind === kind || (reason === "summarised" && row.kind === "attachments");
}

/** The break that the runtime recorded for this call. Earlier versions recorded each break again with the next call. */
function recordedBreak(now: ContextReport, previous: ContextReport): CacheBreak | null {
  const [recorded, before] = [now.cacheBreak ?? null, previous.cacheBreak];
  const isRepeated = recorded?.source === before?.source && recorded?.reason === before?.reason;
  return isRepeated ? null : recorded;
}

/** The tokens before the first segment that was not sent before: where the requests first differ. */
function cachedStart({ segments }: ContextReport): number {
  const end = segments.findIndex((segment) => !segment.cached);
  return segments.slice(0, end === -1 ? segments.length : end).reduce((sum, { tokens }) => sum + tokens, 0);
}

/** Messages are only added at the end, so growth breaks nothing; a segment that shrank or is gone does. */
function breakReason(row: ContextRow): "changed" | "new" | "gone" | null {
  if (row.change.kind === "changed" || row.change.kind === "shrunk") return "changed";
  if (row.change.kind === "gone") return "gone";
  return row.change.kind === "new" && row.firstSequence === null ? "new" : null;
}

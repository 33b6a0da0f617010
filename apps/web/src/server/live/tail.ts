import type { LiveFeed, LiveNotice, PartialCall, Scope, TraceStore } from "@goaltrace/core";
import { isTerminal } from "@goaltrace/core/log";
import type { Delta, DeltaWithdrawn, Entry, Trace } from "@goaltrace/core/log";
import { readLogPages, readTrace } from "@goaltrace/core/reading";
import { createNoticeQueue } from "./notice-queue.ts";
import { createSentOutput, type SentOutput } from "./sent-output.ts";

/** What a watcher of one trace receives. Entries come gap-free and in order; the rest is what happens beside them. */
export type TailItem =
  | { readonly kind: "entry"; readonly entry: Entry }
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "partial"; readonly partial: PartialAnswer }
  | Delta
  | DeltaWithdrawn;

/** The model's text so far in a running call. The output of a tool so far comes as a delta. */
type PartialAnswer = Pick<
  Extract<PartialCall, { kind: "model" }>,
  "callId" | "attempt" | "text" | "reasoning"
>;

export type TailRequest = {
  readonly traces: TraceStore;
  readonly live: LiveFeed;
  readonly scope: Scope;
  readonly traceId: string;
  /** Entries up to this sequence are known to the watcher. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** Called before each read of the log; throws when the watcher may no longer watch (role changes are effective at once). */
  assertCanWatch(): Promise<void>;
};

/** The log is looked at this often even when no notice comes: a lost notice costs this much and nothing else. */
const SAFETY_POLL_MS = 2_000;
/**
 * The partial text is written a moment after its deltas went out. Who begins to listen in between has neither; read again so much later it
 * holds them. Longer than twice `PARTIAL_UPSERT_MS` of packages/db.
 */
const CATCH_UP_MS = 500;

/**
 * Follows a trace from entry `after` on until it has ended and everything was sent, or `signal` aborts. The log is the truth: notices
 * only say when to look, so nothing is missing or doubled however they arrive. A slow watcher holds at most one page of entries and one
 * bounded queue; deltas it could not take are left out and replaced by the partial text. Errors: NOT_FOUND.
 */
export async function* tail(request: TailRequest): AsyncGenerator<TailItem> {
  const { traces, scope, traceId, signal } = request;
  const queue = createNoticeQueue(signal);
  // Subscribed before the first look at the log: what is committed in between wakes us.
  const unsubscribe = request.live.subscribe({ traceId }, queue.push);
  try {
    const position: Position = {
      ...{ after: request.after, answered: new Set(), held: [] },
      output: createSentOutput(),
    };
    let shown = "";
    let wantsPartial = true;
    let catchUpAt = Number.POSITIVE_INFINITY;
    while (!signal.aborted) {
      await request.assertCanWatch();
      const isDue = performance.now() >= catchUpAt;
      // Read before the log, so that the log holds whatever went before these words.
      const partials = wantsPartial || isDue ? await request.live.partial(scope, traceId) : [];
      const trace = await readTrace({ traces, scope }, traceId);
      yield* newEntries(request, trace, position);
      const projection = JSON.stringify([
        trace.status,
        trace.waitingFor,
        trace.lastSequence,
        trace.currentGoalId,
      ]);
      if (projection !== shown) yield { kind: "trace", trace };
      shown = projection;
      if (isTerminal(trace.status) && position.after >= trace.lastSequence) return;
      yield* unanswered(partials, position, traceId);
      if (wantsPartial) catchUpAt = performance.now() + CATCH_UP_MS;
      else if (isDue) catchUpAt = Number.POSITIVE_INFINITY;
      wantsPartial = yield* passOnUntilCommit(queue, position, catchUpAt);
    }
  } finally {
    unsubscribe();
  }
}

/** The text so far of calls whose outcome the watcher does not have yet: of a model's answer all of it, of a tool's output the kept end. */
function* unanswered(
  partials: readonly PartialCall[],
  { answered, output }: Position,
  traceId: string,
): Generator<TailItem> {
  for (const partial of partials) {
    if (answered.has(partial.callId)) continue;
    if (partial.kind === "tool") {
      const { callId, attempt, offset, text } = partial;
      yield* output.take({ kind: "delta", channel: "output", traceId, callId, attempt, offset, text });
      continue;
    }
    const { callId, attempt, text, reasoning } = partial;
    yield { kind: "partial", partial: { callId, attempt, text, reasoning } };
  }
}

type Position = {
  after: number;
  /** Ids of the model and tool calls that have their outcome. */
  readonly answered: Set<string>;
  readonly output: SentOutput;
  /** Words that came behind a notice that asks to look at the log: they wait until its entries were sent. */
  held: readonly (Delta | DeltaWithdrawn)[];
};

async function* newEntries(request: TailRequest, trace: Trace, position: Position): AsyncGenerator<TailItem> {
  for await (const page of readLogPages(request, trace, { after: position.after })) {
    for (const entry of page) {
      if (request.signal.aborted) return;
      if (entry.kind === "message" && entry.role === "assistant") position.answered.add(entry.callId);
      if (entry.kind === "message" && entry.role === "tool") position.answered.add(entry.toolCallId);
      position.after = entry.sequence;
      yield { kind: "entry", entry };
    }
  }
}

/**
 * Passes deltas on in their order until there is reason to look at the log or the clock reaches `until`; what came behind that reason is
 * held for the time after the look. Returns true when deltas were lost on the way.
 */
async function* passOnUntilCommit(
  queue: ReturnType<typeof createNoticeQueue>,
  position: Position,
  until: number,
): AsyncGenerator<TailItem, boolean> {
  for (;;) {
    const patience = Math.max(0, Math.min(SAFETY_POLL_MS, until - performance.now()));
    const { notices, overflowed } =
      position.held.length > 0 ? { notices: position.held, overflowed: false } : await queue.take(patience);
    position.held = [];
    // What was lost is read as the partial text, of which the deltas that are left are a part.
    if (overflowed) return true;
    for (const [index, notice] of notices.entries()) {
      if (!isDelta(notice)) {
        position.held = notices.slice(index + 1).filter(isDelta);
        return false;
      }
      if (position.answered.has(notice.callId)) continue;
      if (notice.kind === "delta" && notice.channel === "output") yield* position.output.take(notice);
      else yield notice;
    }
    if (notices.length === 0 || performance.now() >= until) return false;
  }
}

function isDelta(notice: LiveNotice): notice is Delta | DeltaWithdrawn {
  return notice.kind === "delta" || notice.kind === "delta_withdrawn";
}

import {
  isTerminal,
  type CallWaiting,
  type Delta,
  type DeltaWithdrawn,
  type Entry,
  type Trace,
} from "@goaltrace/core/log";
import type { LiveFeed, LiveNotice, PartialCall, Scope, TraceStore } from "@goaltrace/core/ports";
import { readLogPages, readTrace } from "@goaltrace/core/reading";
import { partialIntervalMs } from "@goaltrace/db";
import { createNoticeQueue } from "./notice-queue.ts";
import { createSentOutput, type SentOutput } from "./sent-output.ts";
import { createSentText, type SentText } from "./sent-text.ts";

/** An item that a watcher of one trace receives. Entries are gap-free and in order; the other kinds are best effort. */
export type TailItem =
  | { readonly kind: "entry"; readonly entry: Entry }
  | { readonly kind: "trace"; readonly trace: Trace }
  | { readonly kind: "partial"; readonly partial: PartialAnswer }
  | LiveItem;

/** An item that is forwarded as it arrives: text that is being generated, or the waiting for it. */
type LiveItem = Delta | DeltaWithdrawn | CallWaiting;

/** The text of a running model call so far. Tool output so far is sent as a delta. */
type PartialAnswer = Pick<
  Extract<PartialCall, { kind: "model" }>,
  "callId" | "attempt" | "text" | "reasoning"
>;

export type TailRequest = {
  readonly traces: TraceStore;
  readonly live: LiveFeed;
  readonly scope: Scope;
  readonly traceId: string;
  /** The watcher already has the entries up to this sequence. */
  readonly after: number;
  readonly signal: AbortSignal;
  /** Resolves when the text of running calls may be read again. Default: at once. */
  readonly mayRead?: () => Promise<void>;
};

/** The log and the partial text are read this often even without a notice, so a lost notice only delays items by this time. */
const SAFETY_POLL_MS = 2_000;
/**
 * The partial text is stored shortly after its deltas are published. A watcher who subscribes in between has neither, so the partial text
 * is read again after two of its intervals and this delay; if it is stored even later, the next poll finds it.
 */
const CATCH_UP_MS = 100;

/**
 * Follows a trace after entry `after` until it has ended and everything was sent, or until `signal` aborts. Notices only trigger reads of
 * the log, so entries arrive exactly once even if notices are lost or repeated. A slow watcher holds at most one page of entries and one
 * bounded queue; dropped deltas are replaced by the partial text. The stream gate decides how long it may continue. Errors: NOT_FOUND.
 */
export async function* tail(request: TailRequest): AsyncGenerator<TailItem> {
  const { traces, scope, traceId, signal } = request;
  const queue = createNoticeQueue(signal);
  // Subscribed before the first read of the log, so that no commit in between is missed.
  const unsubscribe = request.live.subscribe({ traceId }, queue.push);
  try {
    const position: Position = {
      ...{ after: request.after, answered: new Set(), pending: [] },
      ...{ output: createSentOutput(), text: createSentText() },
    };
    let shown = "";
    let round: RoundEnd = "dropped";
    let catchUpAt = Number.POSITIVE_INFINITY;
    while (!signal.aborted) {
      if (round !== "committed") await request.mayRead?.();
      // Read before the log, so that the log contains every entry that precedes this text.
      const partials = round === "committed" ? [] : await request.live.partial(scope, traceId);
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
      yield* partialTexts(partials, position, traceId);
      if (round === "dropped") catchUpAt = performance.now() + catchUpMs(partials);
      else if (performance.now() >= catchUpAt) catchUpAt = Number.POSITIVE_INFINITY;
      round = yield* forwardUntilCommit(queue, position, catchUpAt);
    }
  } finally {
    unsubscribe();
  }
}

function catchUpMs(partials: readonly PartialCall[]): number {
  const sizes = partials.map((call) =>
    call.kind === "model" ? call.text.length + call.reasoning.length : 0,
  );
  return 2 * partialIntervalMs(Math.max(0, ...sizes)) + CATCH_UP_MS;
}

/** The text so far, if it is news, of calls without a result: a model's whole answer, the stored tail of a tool's output. */
function* partialTexts(
  partials: readonly PartialCall[],
  { answered, output, text: sentText }: Position,
  traceId: string,
): Generator<TailItem> {
  for (const partial of partials) {
    if (answered.has(partial.callId)) continue;
    if (partial.kind === "tool") {
      const { callId, attempt, offset, text } = partial;
      yield* output.take({ kind: "delta", channel: "output", traceId, callId, attempt, offset, text });
      continue;
    }
    const answer = answerOf(partial);
    if (sentText.takePartial(answer)) yield { kind: "partial", partial: answer };
  }
}

/** The answers of partial calls, which all watchers of a trace share. */
const answers = new WeakMap<PartialCall, PartialAnswer>();

/** Returns the same object for the same call, so that what is made of it can be shared. */
function answerOf(call: Extract<PartialCall, { kind: "model" }>): PartialAnswer {
  const { callId, attempt, text, reasoning } = call;
  const answer = answers.get(call) ?? { callId, attempt, text, reasoning };
  answers.set(call, answer);
  return answer;
}

type Position = {
  after: number;
  /** Ids of the model and tool calls that have their result. */
  readonly answered: Set<string>;
  readonly output: SentOutput;
  readonly text: SentText;
  /** Deltas that followed a commit notice; sent after its entries. */
  pending: readonly LiveItem[];
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

/** Why a round of forwarding ended: an entry was committed, deltas were dropped, or it was time to read again. */
type RoundEnd = "committed" | "dropped" | "due";

/**
 * Forwards deltas in order until the log must be read, nothing arrives for `SAFETY_POLL_MS`, or the clock reaches `until`. Deltas after a
 * commit notice wait until the log has been read.
 */
async function* forwardUntilCommit(
  queue: ReturnType<typeof createNoticeQueue>,
  position: Position,
  until: number,
): AsyncGenerator<TailItem, RoundEnd> {
  for (;;) {
    const timeoutMs = Math.max(0, Math.min(SAFETY_POLL_MS, until - performance.now()));
    const { notices, overflowed } =
      position.pending.length > 0
        ? { notices: position.pending, overflowed: false }
        : await queue.take(timeoutMs);
    position.pending = [];
    // The partial text replaces the dropped deltas and includes the remaining ones.
    if (overflowed) return "dropped";
    for (const [index, notice] of notices.entries()) {
      if (!isLive(notice)) {
        position.pending = notices.slice(index + 1).filter(isLive);
        return "committed";
      }
      if (position.answered.has(notice.callId)) continue;
      yield* unsentParts(notice, position);
    }
    if (notices.length === 0 || performance.now() >= until) return "due";
  }
}

function* unsentParts(item: LiveItem, { output, text }: Position): Generator<LiveItem> {
  if (item.kind === "delta" && item.channel === "output") return yield* output.take(item);
  if (item.kind === "delta") text.note(item);
  yield item;
}

function isLive(notice: LiveNotice): notice is LiveItem {
  return notice.kind === "delta" || notice.kind === "delta_withdrawn" || notice.kind === "call_waiting";
}

import type { AppliedGoalOperation } from "../goals/goal.ts";
import { isAnswerCall } from "../log/answer-call.ts";
import type { Entry } from "../log/entry.ts";
import { handleEvent, type EventHandlers } from "../log/events/event-handlers.ts";
import type { Message, ToolCall, ToolMessage, UserMessage } from "../log/message.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { ToolSet } from "../ports/tool.ts";
import { CLEAR_KEEPS_RESULTS, MIN_CLEAR_SAVINGS_TOKENS, MIN_SCALE, MAX_SCALE } from "../tunables.ts";
import { afterFailure, type Breaker, CLOSED } from "./breaker.ts";
import { extractInto, type KeyInformation, noKeyInformation } from "./extract.ts";
import { placeholderText } from "./placeholder.ts";

/** One message as the view shows it. A new object whenever what it shows changes, so that its identity can key a cache. */
export type ViewItem = {
  readonly message: Message;
  readonly tokens: number;
  readonly placeholder: string | null;
};

/** A result that may be replaced by its placeholder. `saves`: tokens that this frees, 0 where it can't be worth it. */
export type Clearable = { readonly item: ViewItem; readonly saves: number };

/** The front of the messages after a summary. */
export type ViewHead = RunEventPayloads["compaction.finished"] & {
  readonly sequence: number;
  readonly tokens: number;
};

/**
 * What a model is shown of a log, and what the deciders need to know: a fold over entries, extended in place so that one more entry never
 * costs a walk over the history. The log is never changed by it.
 */
export type View = {
  items: ViewItem[];
  /** Tokens of `items`. */
  tokens: number;
  head: ViewHead | null;
  /** Sequence of the newest event that changed what earlier messages look like; 0 for none. */
  sequence: number;
  /** Counts those events; `brokenAt` is the first item that the newest one changed. */
  epoch: number;
  brokenAt: number;
  /** The step at which it happened; 0 before the first. */
  brokenAtStep: number;
  /** Items that stand as placeholders. */
  clearedItems: number;
  readonly calls: Map<string, ToolCall>;
  /** Results that may be cleared, oldest first: `ripe` at once, `fresh` only in need. */
  stale: Clearable[];
  recent: Clearable[];
  /** What clearing all of `ripe` saves. */
  staleTokens: number;
  /** Every message a person wrote, of the whole log. */
  readonly users: UserMessage[];
  /** Key information of what was folded so far. */
  readonly folded: KeyInformation;
  foldedMessages: number;
  readonly pins: { readonly text: string; readonly sequence: number }[];
  /** Sequences at which goals were closed since the last summary. */
  closes: number[];
  breaker: Breaker;
  /** A summary that was written ahead and waits for the next compaction. */
  prepared: RunEventPayloads["compaction.prepared"] | null;
  /** Tokens of the newest request besides its history. */
  fixedTokens: number;
  steps: number;
  /** The step at which the last summary was made; null before the first. */
  summarizedAtStep: number | null;
  /** Tokens of all messages of the log. */
  logTokens: number;
  /** What the provider counts for one of our tokens, by the last call with a plausible count. */
  scale: number;
  /** The request that the newest call sent, as we counted it. */
  sent: { readonly callId: string; readonly tokens: number } | null;
  readonly tokenizer: Tokenizer;
  readonly countReasoning: boolean;
  readonly tools: Pick<ToolSet, "find"> | null;
};

/** The wire's frame around a message, in tokens. */
const FRAME_TOKENS = 4;
const CALL_FRAME_TOKENS = 8;

/**
 * The view of an empty log. With `countReasoning`, reasoning is sent back to the model and counts. `tools` are those of the run: results
 * of tools that keep state never become clearable. Deciding needs them, reading does not, because `context.cleared` lists the
 * results it clears.
 */
export function createView(
  tokenizer: Tokenizer,
  options: { readonly countReasoning?: boolean; readonly tools?: Pick<ToolSet, "find"> } = {},
): View {
  return {
    items: [],
    tokens: 0,
    head: null,
    sequence: 0,
    epoch: 0,
    brokenAt: 0,
    brokenAtStep: 0,
    clearedItems: 0,
    calls: new Map(),
    stale: [],
    recent: [],
    staleTokens: 0,
    users: [],
    folded: noKeyInformation(),
    foldedMessages: 0,
    pins: [],
    closes: [],
    breaker: CLOSED,
    prepared: null,
    fixedTokens: 0,
    steps: 0,
    summarizedAtStep: null,
    logTokens: 0,
    scale: 1,
    sent: null,
    tokenizer,
    countReasoning: options.countReasoning ?? false,
    tools: options.tools ?? null,
  };
}

/** The view of a whole log. */
export function buildView(entries: readonly Entry[], tokenizer: Tokenizer): View {
  const view = createView(tokenizer);
  for (const entry of entries) applyToView(view, entry);
  return view;
}

/** Tokens that one step adds to the log, on average so far. */
export function stepGrowth(view: View): number {
  return view.logTokens / Math.max(1, view.steps);
}

/** Folds one more entry in. A started compaction without its end changes nothing. */
export function applyToView(view: View, entry: Entry): void {
  if (entry.kind === "message") addMessage(view, entry);
  else if (entry.kind === "event") handleEvent(HANDLERS, view, entry);
}

function addMessage(view: View, message: Message): void {
  const item: ViewItem = { message, tokens: countTokens(view, message), placeholder: null };
  view.items.push(item);
  view.tokens += item.tokens;
  view.logTokens += item.tokens;
  switch (message.role) {
    case "user":
      if (message.author === "person") view.users.push(message);
      return;
    case "assistant":
      view.steps += 1;
      for (const call of message.toolCalls) view.calls.set(call.id, call);
      return;
    case "tool":
      addResult(view, item, message);
  }
}

function addResult(view: View, item: ViewItem, message: ToolMessage): void {
  if (view.tools?.find(message.toolName)?.keepsState === true) return;
  view.recent.push({ item, saves: savedTokens(view, item, message) });
  const turnedStale = view.recent.length > CLEAR_KEEPS_RESULTS ? view.recent.shift() : undefined;
  if (turnedStale === undefined || turnedStale.saves < MIN_CLEAR_SAVINGS_TOKENS) return;
  view.stale.push(turnedStale);
  view.staleTokens += turnedStale.saves;
}

/** A placeholder is not written for a result too short to be worth one: most results are. */
function savedTokens(view: View, item: ViewItem, message: ToolMessage): number {
  if (item.tokens < MIN_CLEAR_SAVINGS_TOKENS) return 0;
  const placeholder = placeholderText(message, view.calls.get(message.toolCallId));
  return item.tokens - placeholderTokens(view, placeholder);
}

function placeholderTokens(view: View, placeholder: string): number {
  return view.tokenizer.count(placeholder) + FRAME_TOKENS;
}

/** Tokens travel with the message where it has them. */
function countTokens(view: View, message: Message): number {
  if (message.role !== "assistant") return message.tokens + FRAME_TOKENS;
  const count = (text: string): number => view.tokenizer.count(text);
  const calls = message.toolCalls.reduce(
    (sum, call) => sum + count(call.name) + count(call.arguments) + CALL_FRAME_TOKENS,
    0,
  );
  const reasoning = view.countReasoning && message.reasoning !== "" ? count(message.reasoning) : 0;
  return count(message.text) + reasoning + calls + FRAME_TOKENS;
}

const HANDLERS: EventHandlers<View, void> = {
  "context.cleared": (view, event) => clear(view, event.data.sequences, event.sequence),
  "compaction.finished": (view, event) => fold(view, event.data, event.sequence),
  "compaction.failed": (view, { data }) => {
    view.breaker = afterFailure(view.breaker, data.logTokens);
  },
  "compaction.prepared": (view, { data }) => {
    view.prepared = data;
  },
  "compaction.discarded": (view, { data }) => {
    if (view.prepared?.callId === data.callId) view.prepared = null;
  },
  "compaction.pinned": (view, event) => pin(view, event.data.text, event.sequence),
  "call.started": (view, { data }) => noteRequest(view, data),
  "call.finished": (view, { data }) => calibrate(view, data),
  "goals.changed": (view, event) => {
    if (event.data.operations.some(closesGoal)) view.closes.push(event.sequence);
  },
};

/** Only requests for an answer count: a helper call's request is not one that the run continues from. */
function noteRequest(view: View, { callId, purpose, report }: RunEventPayloads["call.started"]): void {
  if (!isAnswerCall(purpose)) return;
  view.sent = { callId, tokens: report.totalTokens };
  view.fixedTokens = Math.max(0, report.totalTokens - view.tokens - (view.head?.tokens ?? 0));
}

/** Takes the provider's count for the truth, as far as it can be one: an endpoint that always tells the same number is none. */
function calibrate(view: View, { callId, usage }: RunEventPayloads["call.finished"]): void {
  const { sent } = view;
  if (usage.estimated || sent === null || sent.callId !== callId || sent.tokens === 0) return;
  const scale = usage.inputTokens / sent.tokens;
  if (scale >= MIN_SCALE && scale <= MAX_SCALE) view.scale = scale;
}

function pin(view: View, text: string, sequence: number): void {
  if (!view.pins.some((known) => known.text === text)) view.pins.push({ text, sequence });
}

function closesGoal(operation: AppliedGoalOperation): boolean {
  return operation.op === "status" && operation.status !== "in_progress" && operation.status !== "pending";
}

function clear(view: View, sequences: readonly number[], at: number): void {
  const cleared = new Set(sequences);
  let first = view.items.length;
  view.items = view.items.map((item, index) => {
    const { message } = item;
    if (!cleared.has(message.sequence) || message.role !== "tool" || item.placeholder !== null) return item;
    first = Math.min(first, index);
    const placeholder = placeholderText(message, view.calls.get(message.toolCallId));
    const tokens = placeholderTokens(view, placeholder);
    view.tokens += tokens - item.tokens;
    view.clearedItems += 1;
    return { message, tokens, placeholder };
  });
  dropClearable(view, (item) => cleared.has(item.message.sequence));
  recordChange(view, at, first);
}

function fold(view: View, data: RunEventPayloads["compaction.finished"], at: number): void {
  const keep = view.items.findIndex((item) => item.message.sequence > data.toSequence);
  const folded = view.items.slice(0, keep === -1 ? view.items.length : keep);
  view.items = keep === -1 ? [] : view.items.slice(keep);
  for (const { message, tokens, placeholder } of folded) {
    if (placeholder !== null) view.clearedItems -= 1;
    extractInto(view.folded, message);
    view.tokens -= tokens;
    if (message.role === "assistant") for (const call of message.toolCalls) view.calls.delete(call.id);
  }
  view.foldedMessages += folded.length;
  view.closes = view.closes.filter((sequence) => sequence > data.toSequence);
  dropClearable(view, (item) => item.message.sequence <= data.toSequence);
  const { marker, attachments, summary } = data.headTokens;
  view.head = { ...data, sequence: at, tokens: marker + attachments + summary + FRAME_TOKENS };
  view.summarizedAtStep = view.steps;
  view.prepared = null;
  if (data.source === "model") view.breaker = CLOSED;
  recordChange(view, at, 0);
}

function dropClearable(view: View, isGone: (item: ViewItem) => boolean): void {
  view.stale = view.stale.filter(({ item }) => !isGone(item));
  view.recent = view.recent.filter(({ item }) => !isGone(item));
  view.staleTokens = view.stale.reduce((sum, clearable) => sum + clearable.saves, 0);
}

function recordChange(view: View, at: number, first: number): void {
  view.sequence = at;
  view.epoch += 1;
  view.brokenAt = first;
  view.brokenAtStep = view.steps;
}

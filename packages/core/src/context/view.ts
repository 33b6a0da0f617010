import { isAnswerCall } from "../log/answer-call.ts";
import type { Entry } from "../log/entry.ts";
import { ERASED_BLOB } from "../log/erased.ts";
import { handleEvent, type EventHandlers, type EventOf } from "../log/events/event-handlers.ts";
import type { Message, ToolCall, ToolMessage, UserMessage } from "../log/message.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { ToolSet } from "../ports/tool.ts";
import { CLEAR_KEEPS_RESULTS, MIN_CLEAR_SAVINGS_TOKENS, MIN_SCALE, MAX_SCALE } from "../tunables.ts";
import { addFile, addSpill, addStart, type EffectsByCall } from "./call-effects.ts";
import { afterFailure, type Breaker, CLOSED_BREAKER } from "./breaker.ts";
import { extractInto, type KeyInformation, noKeyInformation } from "./extract.ts";
import { closesGoal, type GoalNotes, noGoalNotes, noteClosed, noteFolded } from "./goal-notes.ts";
import { placeholderText } from "./placeholder.ts";
import { RENDERER_VERSION } from "./request.ts";
import { countCall } from "./wire-call.ts";
import {
  experiencesOf,
  foldWithdrawal,
  isEmptyChoice,
  memoriesOfRecall,
  memoriesOfResult,
  noteMemories,
  recalledMessage,
  type RecalledType,
  type ShownMemories,
  sumTokens,
  withdrawFromItems,
  withSummary,
} from "./shown-memories.ts";

/** One message as the view shows it. Replaced by a new object whenever its appearance changes, so that its identity can key a cache. */
export type ViewItem = {
  readonly message: Message;
  readonly tokens: number;
  readonly placeholder: string | null;
  /** The blob with the text of recalled memories, which are shown at the place of their event. Then `message` has no parts. */
  readonly recalledBlob?: string;
  /** True for the index of memory. @default false */
  readonly isIndex?: boolean;
  /** The ids of the experiences that `recalledBlob` is the text of. @default none */
  readonly experiences?: readonly string[];
};

/** A result that may be replaced by its placeholder. `saves` is the number of tokens that this frees; 0 if it is not worthwhile. */
export type Clearable = { readonly item: ViewItem; readonly saves: number };

/** The summary at the front of the messages. */
export type ViewHead = RunEventPayloads["compaction.finished"] & {
  readonly sequence: number;
  readonly tokens: number;
};

/**
 * A log as shown to a model, plus the figures that compaction decisions need. A fold over entries, extended in place so that adding an
 * entry does not walk the history. Never changes the log.
 */
export type View = {
  items: ViewItem[];
  /** Tokens of `items`. */
  tokens: number;
  head: ViewHead | null;
  /** Sequence of the newest event that changed how earlier messages are shown; 0 if none. */
  sequence: number;
  /** Number of those events. `brokenAt` is the index of the first item that the newest one changed, where the provider's cache breaks. */
  epoch: number;
  brokenAt: number;
  /** Step of the newest one; 0 before the first. */
  brokenAtStep: number;
  /** Number of items shown as placeholders. */
  clearedItems: number;
  /** Sequences of the results that show memory entries which no longer hold, in the whole log. */
  readonly withdrawn: Set<number>;
  /** The texts with memory entries, in the whole log, by their sequence. */
  readonly memories: Map<number, ShownMemories>;
  readonly calls: Map<string, ToolCall>;
  /** Results that may be cleared, oldest first: `stale` at any time, `recent` only in an emergency. */
  stale: Clearable[];
  recent: Clearable[];
  /** Tokens saved by clearing all of `stale`. */
  staleTokens: number;
  /** Every message written by a person, in the whole log. */
  readonly users: UserMessage[];
  /** Key information of the messages folded so far. */
  readonly folded: KeyInformation;
  foldedMessages: number;
  readonly goalNotes: GoalNotes;
  /** The recorded effects of calls that are not folded yet. */
  readonly effects: EffectsByCall;
  readonly pins: { readonly text: string; readonly sequence: number }[];
  /** Sequences at which goals were closed since the last summary. */
  closes: number[];
  breaker: Breaker;
  /** The background summary that is ready for the next compaction. */
  prepared: RunEventPayloads["compaction.prepared"] | null;
  /** Tokens of the newest request outside its history. */
  fixedTokens: number;
  steps: number;
  /** Step of the last summary; null before the first. */
  summarizedAtStep: number | null;
  /** Step of the summary before that; null before the second. */
  summarizedBeforeAtStep: number | null;
  /** Tokens of all messages of the log. */
  logTokens: number;
  /** The provider's token count divided by ours, from the last call with a plausible count. */
  scale: number;
  /** The newest request, with our own token count. */
  sent: { readonly callId: string; readonly tokens: number } | null;
  readonly tokenizer: Tokenizer;
  readonly countReasoning: boolean;
  readonly tools: Pick<ToolSet, "find"> | null;
  /** The renderer whose placeholders the view shows. */
  readonly renderer: number;
};

/** The wire's frame around a message, in tokens. */
const FRAME_TOKENS = 4;
const CALL_FRAME_TOKENS = 8;

/**
 * Creates the view of an empty log. `countReasoning` counts reasoning, for models that get it sent back. `tools` are the tools of the run:
 * results of tools that keep state never become clearable. Only compaction decisions need them; a stored `context.cleared` lists its
 * results itself.
 */
export function createView(
  tokenizer: Tokenizer,
  options: {
    readonly countReasoning?: boolean;
    readonly tools?: Pick<ToolSet, "find">;
    /** The version of a stored request that the view explains. @default the current one */
    readonly renderer?: number;
  } = {},
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
    withdrawn: new Set(),
    memories: new Map(),
    calls: new Map(),
    stale: [],
    recent: [],
    staleTokens: 0,
    users: [],
    folded: noKeyInformation(),
    foldedMessages: 0,
    goalNotes: noGoalNotes(),
    effects: new Map(),
    pins: [],
    closes: [],
    breaker: CLOSED_BREAKER,
    prepared: null,
    fixedTokens: 0,
    steps: 0,
    summarizedAtStep: null,
    summarizedBeforeAtStep: null,
    logTokens: 0,
    scale: 1,
    sent: null,
    tokenizer,
    countReasoning: options.countReasoning ?? false,
    tools: options.tools ?? null,
    renderer: options.renderer ?? RENDERER_VERSION,
  };
}

/** Builds the view of a whole log, as the renderer of its newest request shows it. */
export function buildView(entries: readonly Entry[], tokenizer: Tokenizer): View {
  const newest = entries.findLast((entry) => entry.kind === "event" && entry.type === "call.started");
  const renderer =
    newest?.kind === "event" && newest.type === "call.started" ? newest.data.request.renderer : undefined;
  const view = createView(tokenizer, renderer === undefined ? {} : { renderer });
  for (const entry of entries) applyToView(view, entry);
  return view;
}

/** Returns the average number of tokens that a step has added to the log. */
export function stepGrowth(view: View): number {
  return view.logTokens / Math.max(1, view.steps);
}

/** Returns the results at the end of the view that no answer has followed yet: the model has not seen them. */
export function unseenResults(view: View): readonly ViewItem[] {
  let start = view.items.length;
  while (start > 0 && view.items[start - 1]?.message.role !== "assistant") start -= 1;
  return view.items.slice(start).filter(({ message }) => message.role === "tool");
}

/** Folds one entry into the view. A compaction that only started changes nothing. */
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
      if (message.author !== "runtime") view.users.push(message);
      return;
    case "assistant":
      view.steps += 1;
      retireResults(view);
      for (const call of message.toolCalls) view.calls.set(call.id, call);
      return;
    case "tool":
      addResult(view, item, message);
  }
}

/** Texts that were found for a turn stay where they were shown first, so that the requests before and after share their prefix. */
function addRecalled(view: View, event: EventOf<RecalledType>): void {
  const { blob, tokens } = event.data;
  // An empty choice was never sent, and erased text is no longer sent.
  if (isEmptyChoice(event) || blob === ERASED_BLOB) return;
  if (event.type !== "experience.injected") noteMemories(view.memories, memoriesOfRecall(event));
  view.items.push({
    ...{
      message: recalledMessage(event),
      tokens: tokens + FRAME_TOKENS,
      placeholder: null,
      recalledBlob: blob,
    },
    isIndex: event.type === "memory.indexed",
    ...(event.type === "experience.injected" && { experiences: experiencesOf(event) }),
  });
  view.tokens += tokens + FRAME_TOKENS;
  view.logTokens += tokens + FRAME_TOKENS;
}

function addResult(view: View, item: ViewItem, message: ToolMessage): void {
  noteMemories(view.memories, memoriesOfResult(message));
  if (view.tools?.find(message.toolName)?.keepsState === true) return;
  view.recent.push({ item, saves: savedTokens(view, item, message) });
}

/** An answer has seen all results before it, so all but the newest ones may be cleared. */
function retireResults(view: View): void {
  for (const seen of view.recent.splice(0, Math.max(0, view.recent.length - CLEAR_KEEPS_RESULTS))) {
    if (seen.saves < MIN_CLEAR_SAVINGS_TOKENS) continue;
    view.stale.push(seen);
    view.staleTokens += seen.saves;
  }
}

/** Tokens saved by clearing a result. Skips rendering the placeholder for short results, which most are. */
function savedTokens(view: View, item: ViewItem, message: ToolMessage): number {
  if (item.tokens < MIN_CLEAR_SAVINGS_TOKENS) return 0;
  const placeholder = placeholderText(message, view.calls.get(message.toolCallId), view.renderer);
  return item.tokens - placeholderTokens(view, placeholder);
}

function placeholderTokens(view: View, placeholder: string): number {
  return view.tokenizer.count(placeholder) + FRAME_TOKENS;
}

/** Uses the stored token count of a message where there is one. */
function countTokens(view: View, message: Message): number {
  if (message.role !== "assistant") return message.tokens + FRAME_TOKENS;
  const count = (text: string): number => view.tokenizer.count(text);
  const calls = message.toolCalls.reduce((sum, call) => sum + countCall(call, count) + CALL_FRAME_TOKENS, 0);
  const reasoning = view.countReasoning && message.reasoning !== "" ? count(message.reasoning) : 0;
  return count(message.text) + reasoning + calls + FRAME_TOKENS;
}

const HANDLERS: EventHandlers<View, void> = {
  "memory.recalled": (view, event) => addRecalled(view, event),
  "memory.indexed": (view, event) => addRecalled(view, event),
  "experience.injected": (view, event) => addRecalled(view, event),
  "memory.withdrawn": (view, event) => applyWithdrawal(view, event.data, event.sequence),
  "context.cleared": (view, event) => applyClear(view, event.data.sequences, event.sequence),
  "compaction.finished": (view, event) => applyFold(view, event.data, event.sequence),
  "compaction.failed": (view, { data }) => {
    const { logTokens, problem } = data;
    view.breaker = afterFailure(view.breaker, { logTokens, isSlow: problem === "endless" });
  },
  "compaction.prepared": (view, { data }) => {
    view.prepared = data;
  },
  "compaction.discarded": (view, { data }) => {
    if (view.prepared?.callId === data.callId) view.prepared = null;
  },
  "compaction.pinned": (view, event) => addPin(view, event.data.text, event.sequence),
  "call.started": (view, { data }) => recordRequest(view, data),
  "call.finished": (view, { data }) => calibrate(view, data),
  "tool.started": (view, { data }) => addStart(view.effects, data),
  "file.read": (view, { data }) => addFile(view.effects, data, "read"),
  "file.changed": (view, { data }) =>
    addFile(view.effects, data, data.deleted === true ? "deleted" : "changed"),
  "result.spilled": (view, { data }) => addSpill(view.effects, data),
  "goals.changed": (view, event) => {
    if (!event.data.operations.some(closesGoal)) return;
    view.closes.push(event.sequence);
    const messages = view.items.map(({ message }) => message);
    noteClosed(view.goalNotes, event, { messages, effects: view.effects });
  },
};

/** Only answer requests count: the run does not continue from the request of a helper call. */
function recordRequest(view: View, { callId, purpose, report }: RunEventPayloads["call.started"]): void {
  if (!isAnswerCall(purpose)) return;
  view.sent = { callId, tokens: report.totalTokens };
  view.fixedTokens = Math.max(0, report.totalTokens - view.tokens - (view.head?.tokens ?? 0));
}

/** Adopts the provider's token count as the scale if it is plausible; some endpoints always report the same number. */
function calibrate(view: View, { callId, usage }: RunEventPayloads["call.finished"]): void {
  const { sent } = view;
  if (usage.estimated || sent === null || sent.callId !== callId || sent.tokens === 0) return;
  const scale = usage.inputTokens / sent.tokens;
  if (scale >= MIN_SCALE && scale <= MAX_SCALE) view.scale = scale;
}

function addPin(view: View, text: string, sequence: number): void {
  if (!view.pins.some((existing) => existing.text === text)) view.pins.push({ text, sequence });
}

function applyClear(view: View, sequences: readonly number[], at: number): void {
  const cleared = new Set(sequences);
  let first = view.items.length;
  view.items = view.items.map((item, index) => {
    const { message } = item;
    if (!cleared.has(message.sequence) || message.role !== "tool" || item.placeholder !== null) return item;
    first = Math.min(first, index);
    const placeholder = placeholderText(message, view.calls.get(message.toolCallId), view.renderer);
    const tokens = placeholderTokens(view, placeholder);
    view.tokens += tokens - item.tokens;
    view.clearedItems += 1;
    return { message, tokens, placeholder };
  });
  dropClearable(view, (item) => cleared.has(item.message.sequence));
  recordChange(view, at, first);
}

/** A withdrawn text is gone from here on, unlike a cleared one, which can be read again. */
function applyWithdrawal(view: View, data: RunEventPayloads["memory.withdrawn"], at: number): void {
  foldWithdrawal(view, data);
  const before = view.items;
  view.items = withdrawFromItems(before, data, (text) => view.tokenizer.count(text) + FRAME_TOKENS);
  view.tokens += sumTokens(view.items) - sumTokens(before);
  view.clearedItems = view.items.filter(({ placeholder }) => placeholder !== null).length;
  dropClearable(view, (item) => view.withdrawn.has(item.message.sequence));
  if (view.head !== null && data.summary !== undefined) {
    view.head = withSummary(view.head, data.summary);
    recordChange(view, at, 0);
    return;
  }
  const first = view.items.findIndex((item, index) => item !== before[index]);
  recordChange(view, at, first === -1 ? view.items.length : first);
}

function applyFold(view: View, data: RunEventPayloads["compaction.finished"], at: number): void {
  // Without its erased summary, the messages themselves are sent again.
  if (data.summaryBlob === ERASED_BLOB) return;
  const keep = view.items.findIndex((item) => item.message.sequence > data.toSequence);
  const folded = view.items.slice(0, keep === -1 ? view.items.length : keep);
  view.items = keep === -1 ? [] : view.items.slice(keep);
  for (const { message, tokens, placeholder } of folded) {
    if (placeholder !== null) view.clearedItems -= 1;
    extractInto(view.folded, message, view.effects);
    noteFolded(view.goalNotes, message, view.effects);
    if (message.role === "tool") view.effects.delete(message.toolCallId);
    view.tokens -= tokens;
    if (message.role === "assistant") for (const call of message.toolCalls) view.calls.delete(call.id);
  }
  view.foldedMessages += folded.length;
  view.closes = view.closes.filter((sequence) => sequence > data.toSequence);
  dropClearable(view, (item) => item.message.sequence <= data.toSequence);
  const { marker, attachments, summary } = data.headTokens;
  view.head = { ...data, sequence: at, tokens: marker + attachments + summary + FRAME_TOKENS };
  view.summarizedBeforeAtStep = view.summarizedAtStep;
  view.summarizedAtStep = view.steps;
  view.prepared = null;
  if (data.source === "model") view.breaker = CLOSED_BREAKER;
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

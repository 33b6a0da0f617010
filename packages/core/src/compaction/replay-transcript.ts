import { applyGoalOperation, createGoalTree } from "../goals/goal-tree.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import type { Entry, EntryDraft } from "../log/entry.ts";
import type { ToolCall } from "../log/message.ts";
import { createSequencer } from "../log/sequence.ts";
import type { AppliedGoalOperation } from "../goals/goal.ts";
import { renderTail } from "../context/tail.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { ToolSet } from "../ports/tool.ts";
import type { PreservedState } from "./attachments.ts";
import { type CompactionEffects, keepInWindow, type SummaryAnswer } from "./keep-in-window.ts";
import { failedEvent, preparedEvent, shouldPrepareSummary } from "./prepare.ts";
import { resultLimit } from "./spill.ts";
import { addTranscriptMessage, type TranscriptMessage, transcriptText } from "./transcript-entries.ts";
import { applyToView, createView, type View } from "../context/view.ts";
import { windowBudget } from "./window-budget.ts";

/** The state right before a model call: the view to be sent and the log behind it. */
export type ReplayStep = {
  readonly view: View;
  readonly entries: readonly Entry[];
  readonly blobs: ReadonlyMap<string, string>;
  readonly state: PreservedState;
  /** Plan and todos as rendered in the tail message of the request; null if there are none. */
  readonly tail: string | null;
  /** The system messages of the transcript, joined. */
  readonly instructions: string;
  /** Tokens in the request besides its history: instructions and tail. */
  readonly fixedTokens: number;
  /** True if the view was changed for this call, so that the provider's cache misses. */
  readonly compacted: boolean;
};

export type ReplayOptions = {
  readonly window: number;
  readonly overrides?: CompactionThresholds;
  readonly tokenizer: Tokenizer;
  readonly sha256: (text: string) => string;
  /** The tools of the transcript's run; results of tools that keep state are never cleared. Default: no tool keeps state. */
  readonly tools?: Pick<ToolSet, "find">;
  /** Writes a summary of the view. A throw counts as a failed call. */
  readonly summarize: (view: View) => Promise<string>;
  /** Request summaries in the background where a run would; they are ready by the next step. */
  readonly backgroundSummaries?: boolean;
  /** Goals and todos of the log. Default: the plan by `planChanges` and no todos. */
  readonly deriveState?: (entries: readonly Entry[]) => PreservedState;
  /** The changes to the plan that a call of the transcript made; they are logged with its result. Default: none. */
  readonly planChanges?: (call: ToolCall) => readonly AppliedGoalOperation[];
  onStep?(step: ReplayStep): void;
  /** Called after each message with the number of messages so far. Before an answer, and at the end, the view is compacted as for a call. */
  onMessage?(step: ReplayStep, messages: number): void;
};

/**
 * Replays a transcript through a window, message by message, and compacts before each answer as a run would. Calls `onStep` before each
 * answer and returns the state at the end, from which the next call would be made.
 */
export async function replayTranscript(
  messages: readonly TranscriptMessage[],
  options: ReplayOptions,
): Promise<ReplayStep> {
  const instructions = messages
    .filter((message) => message.role === "system")
    .map((message) => transcriptText(message.content))
    .join("\n\n");
  const replay = startReplay(options, instructions);
  /** Adds the message before `at`. Returns the state if a call follows or someone asks; deriving it is not free. */
  const moveTo = async (at: number): Promise<ReplayStep | null> => {
    const [previous, next] = [messages[at - 1], messages[at]];
    if (previous !== undefined && previous.role !== "system") replay.add(previous);
    const isEnd = next === undefined;
    const isCalled = isEnd ? previous?.role !== "assistant" : next.role === "assistant";
    if (!isCalled && !isEnd && options.onMessage === undefined) return null;
    const moment = replay.now();
    const step = { ...moment, compacted: isCalled && (await replay.compact(moment)) };
    if (next?.role === "assistant") options.onStep?.(step);
    if (at > 0) options.onMessage?.(step, at);
    return step;
  };
  for (let at = 0; at < messages.length; at += 1) await moveTo(at);
  return (await moveTo(messages.length)) ?? { ...replay.now(), compacted: false };
}

type Moment = Omit<ReplayStep, "compacted">;

function startReplay(
  options: ReplayOptions,
  instructions: string,
): {
  add(message: TranscriptMessage): void;
  now(): Moment;
  compact(moment: Moment): Promise<boolean>;
} {
  const { tokenizer, tools, window } = options;
  const instructionTokens = tokenizer.count(instructions);
  const entries: Entry[] = [];
  const blobs = new Map<string, string>();
  const view = createView(tokenizer, tools === undefined ? {} : { tools });
  let plan = createGoalTree("");
  let id = 0;
  const nextId = (): string => `replay-${(id += 1)}`;
  const sequencer = createSequencer({
    traceId: "replay",
    ids: { next: nextId },
    clock: { now: () => 0, monotonic: () => 0, sleep: async () => undefined },
    next: 1,
  });
  const stage = (draft: EntryDraft): void => {
    const entry = sequencer.stamp(draft);
    entries.push(entry);
    applyToView(view, entry);
    if (draft.kind !== "event" || draft.type !== "goals.changed") return;
    for (const operation of draft.data.operations) plan = applyGoalOperation(plan, operation);
  };
  const stageBlob = (text: string): string => {
    const hash = options.sha256(text);
    blobs.set(hash, text);
    return hash;
  };
  const stateNow = (): PreservedState => options.deriveState?.(entries) ?? { goals: plan, todos: [] };
  const effects: CompactionEffects = {
    stage: (event) => stage({ kind: "event", goalId: plan.focusId, ...event }),
    stageBlob,
    sha256: options.sha256,
    newId: nextId,
    collectBackgroundSummary: async () => (view.prepared === null ? "none" : "ready"),
    preparedSummaryText: () => blobs.get(view.prepared?.textBlob ?? ""),
    stopBackgroundSummary: async () => undefined,
    requestSummary: async () => await requestSummary(options, view),
  };
  let lastFixedTokens = 0;
  let compactedGoals: PreservedState["goals"] | null = null;
  const keep = async ({ fixedTokens, state }: Moment): Promise<boolean> =>
    await keepInWindow(
      {
        view,
        window,
        overrides: options.overrides,
        fixedTokens,
        fixedParts: [
          { kind: "instructions", tokens: instructionTokens },
          { kind: "tail", tokens: fixedTokens - instructionTokens },
        ],
        state,
        previousSummary: view.head === null ? "" : (blobs.get(view.head.summaryBlob) ?? ""),
        reason: "threshold",
        focus: null,
      },
      effects,
    );
  const prepare = async ({ fixedTokens }: Moment): Promise<void> => {
    const toSequence = view.items.at(-1)?.message.sequence ?? 0;
    if (!shouldPrepareSummary(view, windowBudget(window, options.overrides), fixedTokens)) return;
    const answer = await requestSummary(options, view);
    const ids = { callId: nextId(), compactionId: nextId() };
    const event = answer.ok
      ? preparedEvent(view, { ...answer, ...ids, toSequence, stageBlob })
      : failedEvent(view, { problem: answer.problem, message: answer.message, ...ids });
    stage({ kind: "event", goalId: plan.focusId, ...event });
  };
  return {
    add: (message) =>
      addTranscriptMessage(message, {
        tokenizer,
        view,
        goalId: plan.focusId,
        planChanges: (call) => options.planChanges?.(call) ?? [],
        stage,
        stageBlob,
        resultLimit: (calls) =>
          resultLimit(view, windowBudget(window, options.overrides), { fixedTokens: lastFixedTokens, calls }),
        sha256: options.sha256,
        nextId,
      }),
    now: () => {
      const state = stateNow();
      const tail = renderTail({ ...state, compactedGoals, notes: [], stepsLeft: null, tokenizer });
      const fixedTokens = instructionTokens + (tail === null ? 0 : tokenizer.count(tail));
      return { view, entries, blobs, state, tail, instructions, fixedTokens };
    },
    async compact(moment) {
      lastFixedTokens = moment.fixedTokens;
      const { head } = view;
      const compacted = await keep(moment);
      if (view.head !== head) compactedGoals = view.head?.listsOpenGoals === true ? moment.state.goals : null;
      if (options.backgroundSummaries === true) await prepare(moment);
      return compacted;
    },
  };
}

async function requestSummary(options: ReplayOptions, view: View): Promise<SummaryAnswer> {
  try {
    return { ok: true, text: await options.summarize(view), callId: null, cost: 0 };
  } catch (thrown) {
    return { ok: false, problem: "failed", message: String(thrown), callId: null };
  }
}

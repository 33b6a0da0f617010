import { createGoalTree } from "../goals/goal-tree.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import type { Entry, EntryDraft } from "../log/entry.ts";
import { createSequencer } from "../log/sequence.ts";
import { ROOT_GOAL_ID } from "../goals/goal.ts";
import { renderTail } from "../context/tail.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { ToolSet } from "../ports/tool.ts";
import type { RunStateTexts } from "./attachments.ts";
import { type CompactionEffects, keepInWindow, type WrittenSummary } from "./keep-in-window.ts";
import { failedEvent, preparedEvent, shouldPrepare } from "./prepare.ts";
import { spillPace } from "./spill.ts";
import { addTranscriptMessage, type TranscriptMessage, transcriptText } from "./transcript-entries.ts";
import { applyToView, createView, type View } from "../context/view.ts";
import { windowBudget } from "./window-budget.ts";

/** The moment before a model call: the view as it would be sent, and the log that it is a view of. */
export type ReplayStep = {
  readonly view: View;
  readonly entries: readonly Entry[];
  readonly blobs: ReadonlyMap<string, string>;
  readonly state: RunStateTexts;
  /** Plan and todos as the message at the end of the request tells them; null when there is nothing to tell. */
  readonly tail: string | null;
  /** Tokens of the request besides its history: instructions and tail. */
  readonly fixedTokens: number;
  /** True when the view was changed for this call, so that the provider's cache misses. */
  readonly compacted: boolean;
};

export type ReplayOptions = {
  readonly window: number;
  readonly overrides?: CompactionThresholds;
  readonly tokenizer: Tokenizer;
  readonly sha256: (text: string) => string;
  /** The tools that the transcript's run had: results of those that keep state are never cleared. Default: none keeps any. */
  readonly tools?: Pick<ToolSet, "find">;
  /** Writes a summary of the view; what it throws counts as a failed call. */
  readonly summarise: (view: View) => Promise<string>;
  /** Summaries are written ahead where a run would, and are there by the next step. */
  readonly ahead?: boolean;
  /** Goals and todos; by default a plan of the root alone. */
  readonly stateOf?: (entries: readonly Entry[]) => RunStateTexts;
  onStep?(step: ReplayStep): void;
};

/**
 * Replays a transcript message by message through a window, compacting before each answer as a run would. Shows what compaction
 * makes of any conversation, and lets a test look at each step. Returns the last step.
 */
export async function replayTranscript(
  messages: readonly TranscriptMessage[],
  options: ReplayOptions,
): Promise<ReplayStep> {
  const replay = startReplay(options);
  const instructions = messages
    .filter((message) => message.role === "system")
    .map((message) => transcriptText(message.content));
  const fixedTokens = options.tokenizer.count(instructions.join("\n\n"));
  for (const message of messages) {
    if (message.role === "system") continue;
    if (message.role === "assistant") {
      const moment = replay.now(fixedTokens);
      const compacted = await replay.compact(moment);
      options.onStep?.({ ...moment, compacted });
    }
    replay.add(message);
  }
  return { ...replay.now(fixedTokens), compacted: false };
}

type Moment = Omit<ReplayStep, "compacted">;

function startReplay(options: ReplayOptions): {
  add(message: TranscriptMessage): void;
  now(instructionTokens: number): Moment;
  compact(moment: Moment): Promise<boolean>;
} {
  const { tokenizer, tools, window } = options;
  const entries: Entry[] = [];
  const blobs = new Map<string, string>();
  const view = createView(tokenizer, tools === undefined ? {} : { tools });
  let id = 0;
  const nextId = (): string => `replay-${(id += 1)}`;
  const sequencer = createSequencer({
    traceId: "replay",
    ids: { next: nextId },
    clock: { now: () => 0, sleep: async () => undefined },
    next: 1,
  });
  const stage = (draft: EntryDraft): void => {
    const entry = sequencer.stamp(draft);
    entries.push(entry);
    applyToView(view, entry);
  };
  const stageBlob = (text: string): string => {
    const hash = options.sha256(text);
    blobs.set(hash, text);
    return hash;
  };
  const stateNow = (): RunStateTexts =>
    options.stateOf?.(entries) ?? { goals: createGoalTree(""), todos: [] };
  const effects: CompactionEffects = {
    stage: (event) => stage({ kind: "event", goalId: ROOT_GOAL_ID, ...event }),
    stageBlob,
    sha256: options.sha256,
    newId: nextId,
    collect: async () => (view.prepared === null ? "none" : "ready"),
    preparedText: () => blobs.get(view.prepared?.textBlob ?? ""),
    abandon: async () => undefined,
    ask: async () => await written(options, view),
  };
  let outside = 0;
  const keep = async ({ fixedTokens, state }: Moment): Promise<boolean> =>
    await keepInWindow(
      {
        view,
        window,
        ...(options.overrides === undefined ? {} : { overrides: options.overrides }),
        fixedTokens,
        state,
        earlier: view.head === null ? "" : (blobs.get(view.head.summaryBlob) ?? ""),
        reason: "threshold",
        focus: null,
      },
      effects,
    );
  const prepare = async ({ fixedTokens }: Moment): Promise<void> => {
    const toSequence = view.items.at(-1)?.message.sequence ?? 0;
    if (!shouldPrepare(view, windowBudget(window, options.overrides), fixedTokens)) return;
    const answer = await written(options, view);
    const { callId, compactionId } = { callId: nextId(), compactionId: nextId() };
    const event = answer.ok
      ? preparedEvent(view, { ...answer, callId, compactionId, toSequence, stageBlob })
      : failedEvent(view, { problem: answer.problem, message: answer.message, callId, compactionId });
    stage({ kind: "event", goalId: ROOT_GOAL_ID, ...event });
  };
  return {
    add: (message) =>
      addTranscriptMessage(message, {
        tokenizer,
        view,
        stage,
        stageBlob,
        window,
        pace: () => spillPace(view, windowBudget(window, options.overrides), outside),
        sha256: options.sha256,
        nextId,
      }),
    now: (instructionTokens) => {
      const state = stateNow();
      const tail = renderTail({ ...state, notes: [], stepsLeft: null, tokenizer });
      const fixedTokens = instructionTokens + (tail === null ? 0 : tokenizer.count(tail));
      return { view, entries, blobs, state, tail, fixedTokens };
    },
    async compact(moment) {
      outside = moment.fixedTokens;
      const compacted = await keep(moment);
      if (options.ahead === true) await prepare(moment);
      return compacted;
    },
  };
}

async function written(options: ReplayOptions, view: View): Promise<WrittenSummary> {
  try {
    return { ok: true, text: await options.summarise(view), callId: null, cost: 0 };
  } catch (thrown) {
    return { ok: false, problem: "failed", message: String(thrown), callId: null };
  }
}

import { createGoalTree } from "../goals/goal-tree.ts";
import type { CompactionThresholds } from "../log/trace.ts";
import { describeAssistant, describeTool, describeUser } from "../log/describe.ts";
import type { Entry, EntryDraft } from "../log/entry.ts";
import type { ToolCall, ToolOutcome } from "../log/message.ts";
import { createSequencer } from "../log/sequence.ts";
import { ROOT_GOAL_ID } from "../goals/goal.ts";
import { renderTail } from "../context/tail.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { RunStateTexts } from "./attachments.ts";
import { type CompactionEffects, keepInWindow, type WrittenSummary } from "./keep-in-window.ts";
import { failedEvent, preparedEvent, shouldPrepare } from "./prepare.ts";
import { spillLimit, spillPace, spillResult } from "./spill.ts";
import { applyToView, createView, type View } from "./view.ts";
import { windowBudget } from "./window-budget.ts";

/** One message of a transcript in OpenAI's format. Parts other than text are left out; system messages count as instructions. */
export type TranscriptMessage = {
  readonly role: string;
  readonly content?: unknown;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
  readonly tool_call_id?: string;
};

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
  /** Writes a summary of the view; what it throws counts as a failed call. */
  readonly summarise: (view: View) => Promise<string>;
  /** Summaries are written ahead where a run would (C6c), and are there by the next step. */
  readonly ahead?: boolean;
  /** Goals and todos; by default a plan of the root alone. */
  readonly stateOf?: (entries: readonly Entry[]) => RunStateTexts;
  onStep?(step: ReplayStep): void;
};

/**
 * Replays a transcript message by message through a window, compacting before each answer as a run would (C1–C7). Shows what compaction
 * makes of any conversation, and lets a test look at each step. Returns the last step.
 */
export async function replayTranscript(
  messages: readonly TranscriptMessage[],
  options: ReplayOptions,
): Promise<ReplayStep> {
  const replay = startReplay(options);
  const instructions = messages
    .filter((message) => message.role === "system")
    .map((message) => textOf(message.content));
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
  const { tokenizer, window } = options;
  const entries: Entry[] = [];
  const blobs = new Map<string, string>();
  const view = createView(tokenizer);
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
      addMessage(message, {
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

type Adding = {
  readonly tokenizer: Tokenizer;
  readonly view: View;
  readonly window: number;
  /** What the results of a step may take. */
  pace(): number;
  stage(draft: EntryDraft): void;
  stageBlob(text: string): string;
  sha256(text: string): string;
  nextId(): string;
};

function addMessage(message: TranscriptMessage, adding: Adding): void {
  const text = textOf(message.content);
  if (message.role === "assistant") addAnswer(message, text, adding);
  else if (message.role === "tool") addResult(message, text, adding);
  else {
    const parts = [{ type: "text", text }] as const;
    adding.stage({
      kind: "message",
      role: "user",
      author: "person",
      goalId: ROOT_GOAL_ID,
      parts,
      description: describeUser(parts),
      tokens: adding.tokenizer.count(text),
    });
  }
}

function addAnswer(message: TranscriptMessage, text: string, adding: Adding): void {
  const toolCalls: readonly ToolCall[] = (message.tool_calls ?? []).map((call) => ({
    id: call.id,
    name: call.function.name,
    arguments: call.function.arguments,
  }));
  adding.stage({
    kind: "message",
    role: "assistant",
    goalId: ROOT_GOAL_ID,
    callId: adding.nextId(),
    text,
    reasoning: "",
    toolCalls,
    model: "transcript",
    finishReason: toolCalls.length > 0 ? "tool_calls" : "stop",
    usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0, reasoningTokens: 0, estimated: true },
    cost: null,
    durationMs: 0,
    firstTokenMs: null,
    description: describeAssistant({ text, reasoning: "", toolCalls }),
  });
}

function addResult(message: TranscriptMessage, text: string, adding: Adding): void {
  const toolCallId = message.tool_call_id ?? "";
  const toolName = adding.view.calls.get(toolCallId)?.name ?? "tool";
  const calls = callsOfStep(adding.view);
  const spilled = spillResult(text, {
    limit: spillLimit(adding.window, { own: undefined, calls, pace: adding.pace() }),
    sha256: adding.sha256,
    count: (part) => adding.tokenizer.count(part),
  });
  const output = spilled?.preview ?? text;
  const tokens = adding.tokenizer.count(output);
  if (spilled !== null)
    adding.stage({
      kind: "event",
      type: "result.spilled",
      goalId: ROOT_GOAL_ID,
      data: {
        toolCallId,
        toolName,
        blob: adding.stageBlob(text),
        characters: text.length,
        shownCharacters: spilled.shownCharacters,
        tokens,
      },
    });
  const outcome: ToolOutcome = /^\s*error\b/iu.test(text) ? "error" : "ok";
  adding.stage({
    kind: "message",
    role: "tool",
    goalId: ROOT_GOAL_ID,
    toolCallId,
    toolName,
    outcome,
    title: toolName,
    output,
    durationMs: 0,
    tokens,
    description: describeTool({ toolName, title: toolName, outcome }),
  });
}

/** Calls of the newest answer: their results share what a step may bring. */
function callsOfStep(view: View): number {
  const asked = view.items.findLast(({ message }) => message.role === "assistant")?.message;
  return asked?.role === "assistant" ? asked.toolCalls.length : 1;
}

function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.flatMap((part: unknown) => (isText(part) ? [part.text] : [])).join("\n\n");
}

function isText(part: unknown): part is { readonly text: string } {
  return typeof part === "object" && part !== null && "text" in part && typeof part.text === "string";
}

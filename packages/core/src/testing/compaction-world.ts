import type {
  BackgroundSummaryResult,
  CompactionEffects,
  CompactionEvent,
  KeepInWindowInput,
  SummaryAnswer,
} from "../compaction/keep-in-window.ts";
import { applyToView, createView, type View } from "../context/view.ts";
import { createGoalTree } from "../goals/goal-tree.ts";
import type { Entry } from "../log/entry.ts";
import type { ToolCall, ToolOutcome } from "../log/message.ts";
import { buildLog } from "./builders.ts";

/** The input of a compaction, with a window of which exactly 10,000 tokens are usable. */
export type CompactionInput = Partial<Omit<KeepInWindowInput, "view">>;

/** A log with its view, where a token is a character, and a record of what a compaction does to it. */
export type CompactionWorld = {
  readonly view: View;
  readonly entries: readonly Entry[];
  readonly staged: readonly CompactionEvent[];
  /** Stored texts by hash. */
  readonly blobs: ReadonlyMap<string, string>;
  /** The requests for summaries, the waits for a background summary, and its stops, in order. */
  readonly calls: readonly unknown[];
  readonly effects: CompactionEffects;
  user(text: string): Entry;
  answer(text: string): Entry;
  /** Adds an answer with calls. */
  call(...calls: readonly Partial<ToolCall>[]): Entry;
  /** Adds the result of a call; `outcome` is `ok` by default. */
  output(id: string, toolName: string, output: string, outcome?: ToolOutcome): Entry;
  /** Adds the result of a call that read a whole file, as the file tools record it. */
  read(id: string, path: string, text: string): Entry;
  event(event: Parameters<ReturnType<typeof buildLog>["event"]>[0]): Entry;
  input(fields?: CompactionInput): KeepInWindowInput;
};

/** Creates an empty world. By default no model answers and there is no background summary. */
export function createCompactionWorld(
  options: {
    readonly answer?: SummaryAnswer;
    readonly background?: BackgroundSummaryResult;
    readonly preparedText?: string;
  } = {},
): CompactionWorld {
  const log = buildLog();
  const view = createView({ count: (text) => text.length });
  const staged: CompactionEvent[] = [];
  const calls: unknown[] = [];
  const blobs = new Map<string, string>();
  const add = (entry: Entry): Entry => {
    applyToView(view, entry);
    return entry;
  };
  const event: CompactionWorld["event"] = (written) => add(log.event(written));
  const effects: CompactionEffects = {
    stage(written) {
      staged.push(written);
      event(written);
    },
    stageBlob(text) {
      const hash = `blob ${blobs.size + 1}`;
      blobs.set(hash, text);
      return hash;
    },
    sha256: () => "ab".repeat(32),
    newId: () => "compaction",
    async collectBackgroundSummary(request) {
      calls.push(request);
      return options.background ?? "none";
    },
    preparedSummaryText: () => options.preparedText,
    async stopBackgroundSummary() {
      calls.push("stop");
    },
    async requestSummary(request) {
      calls.push(request);
      return options.answer ?? null;
    },
  };
  return {
    ...{ view, entries: log.entries, staged, blobs, calls, effects, event },
    user: (text) => add(log.user(text)),
    answer: (text) => add(log.assistant({ text })),
    call: (...added) => add(log.assistant({ calls: added })),
    output: (id, toolName, output, outcome = "ok") => add(log.tool(id, { toolName, output, outcome })),
    read(id, path, text) {
      event({ type: "file.read", data: { toolCallId: id, path, sha256: "hash" } });
      const entry = log.tool(id, { toolName: "read_file", output: text });
      return add(
        entry.kind === "message" && entry.role === "tool" ? { ...entry, metadata: { whole: true } } : entry,
      );
    },
    input: (fields = {}) => ({
      ...{
        view,
        window: 13_334,
        fixedTokens: 100,
        fixedParts: [],
        previousSummary: "",
        reason: "threshold",
        focus: null,
      },
      state: { goals: createGoalTree("The task"), todos: [] },
      ...fields,
    }),
  };
}

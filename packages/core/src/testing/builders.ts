import type { GoalChange } from "../goals/goal.ts";
import { recordedOperation } from "../goals/recorded-operation.ts";
import { describeAssistant, describeTool, describeUser } from "../log/describe.ts";
import type { Entry, EntryDraft } from "../log/entry.ts";
import type { AssistantMessage, ToolCall, ToolOutcome, Usage } from "../log/message.ts";
import { emptyProjection, projectEntry } from "../log/project.ts";
import type { RequestReference, RunEvent } from "../log/run-event.ts";
import { createSequencer } from "../log/sequence.ts";
import type { AgentSnapshot, Trace } from "../log/trace.ts";
import type { Clock, Ids } from "../ports/clock.ts";

/** The start time of test clocks. */
export const TEST_TIME = Date.UTC(2026, 0, 5, 9, 0, 0);
const ROOT = "root";

export type TestClock = Clock & {
  advance(milliseconds: number): void;
  /** Sets the wall clock forward, or back if negative, as an administrator or a time server does. */
  step(milliseconds: number): void;
  readonly sleeps: readonly number[];
};

/** A clock that only moves when advanced. Sleeps end immediately and are recorded. */
export function createTestClock(start: number = TEST_TIME): TestClock {
  let elapsed = 0;
  let offset = start;
  const sleeps: number[] = [];
  return {
    now: () => offset + elapsed,
    monotonic: () => elapsed,
    sleeps,
    advance(milliseconds) {
      elapsed += milliseconds;
    },
    step(milliseconds) {
      offset += milliseconds;
    },
    async sleep(milliseconds) {
      sleeps.push(milliseconds);
      elapsed += milliseconds;
    },
  };
}

/** Ids that look like UUIDv7 and count up, so that failures are reproducible. */
export function createTestIds(): Ids {
  let count = 0;
  return {
    next() {
      count += 1;
      return `00000000-0000-7000-8000-${count.toString(16).padStart(12, "0")}`;
    },
  };
}

export const testAgent: AgentSnapshot = {
  name: "general",
  instructions: "Work carefully.",
  strategy: "react",
  tools: "all",
  limits: { maxSteps: 50, maxTokens: null, maxDurationMs: null },
};

export const testUsage: Usage = {
  inputTokens: 100,
  outputTokens: 20,
  cachedTokens: 60,
  reasoningTokens: 5,
  estimated: false,
};

/** The reference of an empty request. */
export const testRequest: RequestReference = {
  renderer: 1,
  model: "test-model",
  quirks: "default",
  systemBlobs: [],
  toolsBlob: null,
  tailBlob: null,
  ranges: [],
  parameters: "{}",
  sha256: "",
};

export type LogBuilder = {
  readonly traceId: string;
  readonly entries: readonly Entry[];
  add(draft: EntryDraft): Entry;
  user(text: string): Entry;
  /** Calls get new ids by default; `arguments` defaults to `{}`. */
  assistant(message: {
    readonly text?: string;
    readonly calls?: readonly Partial<ToolCall>[];
  }): AssistantMessage;
  tool(
    toolCallId: string,
    result?: { readonly output?: string; readonly outcome?: ToolOutcome; readonly toolName?: string },
  ): Entry;
  event(event: Pick<RunEvent, "type" | "data">): Entry;
  goals(...changes: readonly GoalChange[]): Entry;
};

/**
 * Builds a log entry by entry. The focus set by `goals` becomes the goal of later entries. Each entry takes one second of the test clock.
 */
export function buildLog(
  options: {
    readonly traceId?: string;
    readonly first?: number;
    readonly ids?: Ids;
    readonly clock?: TestClock;
  } = {},
): LogBuilder {
  const ids = options.ids ?? createTestIds();
  const clock = options.clock ?? createTestClock();
  const traceId = options.traceId ?? ids.next();
  const sequencer = createSequencer({ traceId, ids, clock, next: options.first ?? 1 });
  const entries: Entry[] = [];
  let goalId = ROOT;
  const add = (draft: EntryDraft): Entry => {
    clock.advance(1_000);
    const entry = sequencer.stamp(draft);
    entries.push(entry);
    return entry;
  };
  return {
    traceId,
    entries,
    add,
    user(text) {
      const parts = [{ type: "text", text }] as const;
      return add({
        kind: "message",
        role: "user",
        author: "person",
        parts,
        description: describeUser(parts),
        tokens: text.length,
        goalId,
      });
    },
    assistant({ text = "", calls = [] }) {
      const toolCalls = calls.map((call) => ({
        name: "read_file",
        arguments: "{}",
        ...call,
        id: call.id ?? ids.next(),
      }));
      const entry = add({
        kind: "message",
        role: "assistant",
        callId: ids.next(),
        text,
        reasoning: "",
        toolCalls,
        model: "test-model",
        finishReason: toolCalls.length > 0 ? "tool_calls" : "stop",
        usage: testUsage,
        cost: 0.001,
        durationMs: 500,
        firstTokenMs: 100,
        description: describeAssistant({ text, reasoning: "", toolCalls }),
        goalId,
      });
      return entry as AssistantMessage;
    },
    tool(toolCallId, { output = "done", outcome = "ok", toolName = "read_file" } = {}) {
      return add({
        kind: "message",
        role: "tool",
        toolCallId,
        toolName,
        outcome,
        title: output,
        output,
        durationMs: 10,
        description: describeTool({ toolName, outcome, title: output }),
        tokens: output.length,
        goalId,
      });
    },
    event(event) {
      return add({ kind: "event", ...event, goalId } as EntryDraft);
    },
    goals(...changes) {
      const entry = add({
        kind: "event",
        type: "goals.changed",
        data: { operations: changes.map(recordedOperation), toolCallId: null },
        goalId,
      });
      goalId = changes.findLast((operation) => operation.op === "focused")?.goalId ?? goalId;
      return entry;
    },
  };
}

/** Returns a queued root trace whose projection is the fold of `entries`. */
export function buildTrace(
  overrides: Partial<Trace> & Pick<Trace, "id">,
  entries: readonly Entry[] = [],
): Trace {
  const start = emptyProjection({ lastSequence: overrides.origin?.sequence ?? 0 });
  return {
    workspaceId: "workspace",
    personId: "person",
    conversationId: null,
    rootId: overrides.id,
    parentId: null,
    spawnedBy: null,
    origin: null,
    mode: "agent",
    agent: testAgent,
    models: ["test-model"],
    task: "A task",
    context: {},
    tags: [],
    projectFolder: null,
    createdAt: TEST_TIME,
    ...entries.reduce(projectEntry, start),
    ...overrides,
  };
}

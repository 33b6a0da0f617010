import { createGoalTree } from "../goals/goal-tree.ts";
import type { Blob } from "../ports/blob-store.ts";
import type { RecordableEvent, Tool, ToolContext, ToolResult } from "../ports/tool.ts";
import { createTestIds, TEST_TIME } from "./builders.ts";
import { NO_SECRETS } from "../secrets/no-secrets.ts";
import { NO_SKILLS } from "../skills/no-skills.ts";
import { createRunProcesses } from "../loop/processes/run-processes.ts";
import { NO_CHILDREN } from "./no-family.ts";

/** A run as its tools see it, with their recorded effects. */
export type ToolRun = {
  readonly context: ToolContext;
  readonly recorded: readonly RecordableEvent[];
  readonly blobs: ReadonlyMap<string, Blob>;
  /** Validates the input as the loop does, then runs the tool. */
  call(tool: Tool, input: unknown): Promise<ToolResult>;
};

/**
 * Creates a run without a project folder, plan and todos, with a fixed clock and sequential ids; `overrides` replace parts of its context.
 */
export function createToolRun(overrides: Partial<ToolContext> = {}): ToolRun {
  const blobs = new Map<string, Blob>();
  const hashes = new Map<string, string>();
  const recorded: RecordableEvent[] = [];
  const context: ToolContext = {
    signal: new AbortController().signal,
    scope: { workspaceId: "workspace", personId: "person" },
    traceId: "trace",
    toolCallId: "call",
    goalId: "root",
    projectFolder: null,
    forbiddenFolders: [],
    blobs: {
      put: async (_scope, blob) => void blobs.set(blob.sha256, blob),
      get: async (_scope, sha256) => blobs.get(sha256),
      getMany: async () => [],
      page: async () => undefined,
      sweep: async () => 0,
    },
    containsSecret: () => false,
    room: { tokens: 1_000, count: (text) => Math.ceil(text.length / 4) },
    readOriginal: async () => undefined,
    searchHistory: async () => [],
    seenTexts: () => [],
    children: NO_CHILDREN,
    skills: NO_SKILLS,
    secrets: NO_SECRETS,
    processes: createRunProcesses(),
    clock: { now: () => TEST_TIME, monotonic: () => 0, sleep: async () => undefined },
    ids: createTestIds(),
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    files: {
      lastHash: (path) => hashes.get(path),
      remember: (path, sha256) => void hashes.set(path, sha256),
    },
    goals: createGoalTree("Test"),
    todos: [],
    resultOf: () => undefined,
    record: (event) => void recorded.push(event),
    output: () => undefined,
    ...overrides,
  };
  return {
    context,
    recorded,
    blobs,
    call: async (tool, input) => await tool.run(tool.input.parse(input), context),
  };
}

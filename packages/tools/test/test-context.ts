import type { Blob, RecordableEvent, Tool, ToolContext, ToolResult } from "@goaltrace/core";
import { createGoalTree } from "@goaltrace/core/goals";
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A run as tools see it, on a real temporary folder, with what it recorded. */
export type TestRun = {
  readonly folder: string;
  readonly context: ToolContext;
  readonly recorded: readonly RecordableEvent[];
  readonly blobs: ReadonlyMap<string, Blob>;
  call(tool: Tool, input: unknown): Promise<ToolResult>;
};

export async function temporaryFolder(): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "goaltrace-tools-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

export async function createTestRun(overrides: Partial<ToolContext> = {}): Promise<TestRun> {
  const folder = await temporaryFolder();
  const blobs = new Map<string, Blob>();
  const hashes = new Map<string, string>();
  const recorded: RecordableEvent[] = [];
  let lastId = 0;
  const context: ToolContext = {
    signal: new AbortController().signal,
    scope: { workspaceId: "workspace", personId: "person" },
    traceId: "trace",
    toolCallId: "call",
    goalId: "root",
    projectFolder: folder,
    forbiddenFolders: [],
    blobs: {
      put: async (_scope, blob) => void blobs.set(blob.sha256, blob),
      get: async (_scope, sha256) => blobs.get(sha256),
      getMany: async () => [],
      page: async () => undefined,
      sweep: async () => 0,
    },
    holdsSecret: () => false,
    readOriginal: async () => undefined,
    clock: { now: () => Date.UTC(2026, 0, 31, 23, 30, 5), sleep: async () => undefined },
    ids: { next: () => `id-${String((lastId += 1))}` },
    logger: { info: () => undefined, warn: () => undefined, error: () => undefined },
    files: { hashOf: (path) => hashes.get(path), remember: (path, sha256) => void hashes.set(path, sha256) },
    goals: createGoalTree("Test"),
    todos: [],
    record: (event) => void recorded.push(event),
    progress: () => undefined,
    ...overrides,
  };
  return {
    folder,
    context,
    recorded,
    blobs,
    call: async (tool, input) => tool.run(tool.input.parse(input), context),
  };
}

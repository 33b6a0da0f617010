import type { z } from "zod";
import type { AppliedGoalOperation, GoalTree } from "../goals/goal.ts";
import type { ContentPart } from "../log/message.ts";
import type { RunEventPayloads, Todo } from "../log/run-event.ts";
import type { Trust } from "../log/trust.ts";
import type { BlobStore } from "./blob-store.ts";
import type { Clock, Ids } from "./clock.ts";
import type { Logger } from "./logger.ts";
import type { Scope } from "./scope.ts";

/** MCP's words. Missing hints mean the careful reading: not read-only, not idempotent. */
export type ToolAnnotations = {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
};

/** What a tool returns. A failure the model can act on is `outcome: "error"`; a throw is turned into one by the loop. */
export type ToolResult = {
  readonly outcome?: "ok" | "error";
  /** One line for people. */
  readonly title: string;
  /** What the model reads. */
  readonly output: string;
  readonly longTermMemory?: string;
  readonly parts?: readonly ContentPart[];
  readonly metadata?: Readonly<Record<string, unknown>>;
};

/** What has been read and written in this trace, folded from the log; the base of safe edits. */
export type FileKnowledge = {
  /** sha256 of the content last read or written by this trace, by path relative to the project folder. */
  lastHash(path: string): string | undefined;
  /** Kept for the log as `file.read`, like what is recorded. */
  remember(path: string, sha256: string): void;
};

/** What a running tool sees of its run. */
export type ToolContext = {
  readonly signal: AbortSignal;
  readonly scope: Scope;
  readonly traceId: string;
  readonly toolCallId: string;
  readonly goalId: string;
  /** Absolute path of the project folder, or null when the run has none. */
  readonly projectFolder: string | null;
  /** Absolute paths that no tool may touch. */
  readonly forbiddenFolders: readonly string[];
  /** What is put here is stored as it is given: a tool asks `holdsSecret` first. */
  readonly blobs: BlobStore;
  /** True when a known secret stands in this text, so that it must not be stored. */
  holdsSecret(text: string): boolean;
  /**
   * The whole text behind an id that this run's model was told: of a tool call, of a spilled result, of an archive. Undefined for ids
   * that this log does not name, also where another log does.
   */
  readOriginal(id: string): Promise<{ readonly title: string; readonly text: string } | undefined>;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly files: FileKnowledge;
  /** The plan as it is now. */
  readonly goals: GoalTree;
  readonly todos: readonly Todo[];
  /**
   * Keeps an event for the log. It is written right before the tool's result, in the same commit, and dropped when the tool throws or is
   * stopped; `goals` and `todos` show it only after the call.
   */
  record(event: RecordableEvent): void;
  /**
   * Shows people what the tool prints while it runs: `text` follows directly on the text before it, so lines end with a newline. Never
   * blocks or throws. Nothing of it is stored: people who are watching see it with secrets masked, the model reads the result.
   */
  output(text: string): void;
};

/** The changes that a tool may make to its run besides returning a result. */
export type RecordableEvent =
  | { readonly type: "goals.changed"; readonly operations: readonly AppliedGoalOperation[] }
  | { readonly type: "todos.changed"; readonly data: RunEventPayloads["todos.changed"] }
  | { readonly type: "file.changed"; readonly data: Omit<RunEventPayloads["file.changed"], "toolCallId"> }
  | { readonly type: "file.read"; readonly data: Omit<RunEventPayloads["file.read"], "toolCallId"> }
  | { readonly type: "compaction.requested"; readonly focus: string | null };

/** A tool: one zod schema is the source of the JSON schema, of validation and of the type. */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  readonly annotations: ToolAnnotations;
  /**
   * "safe": calls may run side by side with other safe or read-only calls, although the tool is not read-only. Default: calls of a tool
   * without `readOnlyHint` run one after another.
   */
  readonly parallel?: "safe";
  /** Its results hold the plan or the todos and are never cleared from the context. Default: false. */
  readonly keepsState?: boolean;
  /** Whose word its results are. Default "untrusted", as befits what reads files or the web. */
  readonly trust?: Trust;
  /** Declares that calling it again with equal arguments is normal. */
  readonly polling?: boolean;
  /** Default 60,000. */
  readonly timeLimitMs?: number;
  /** Characters above which its results are spilled; default 6,000, less in a small window. */
  readonly spillCharacters?: number;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolResult>;
}

/** Keeps the input type of a tool literal while it is being defined. */
export function defineTool<Schema extends z.ZodType>(tool: Tool<Schema>): Tool<Schema> {
  return tool;
}

/** The tools of a run in a stable order. */
export interface ToolSet {
  readonly tools: readonly Tool[];
  find(name: string): Tool | undefined;
}

import type { z } from "zod";
import type { AppliedGoalOperation, GoalTree } from "../goals/goal.ts";
import { oneLine } from "../log/describe.ts";
import type { ContentPart } from "../log/message.ts";
import type { RunEventPayloads, Todo } from "../log/run-event.ts";
import type { Trust } from "../log/trust.ts";
import type { AddressEffect } from "./address-effect.ts";
import type { BlobStore } from "./blob-store.ts";
import type { AnswerToCall } from "./call-question.ts";
import { checkToolDefinition } from "./check-tool-definition.ts";
import type { ChildAgents } from "./child-agents.ts";
import type { CallSecrets } from "./run-secrets.ts";
import type { RunProcesses } from "./run-processes.ts";
import type { FileVersions } from "./file-versions.ts";
import type { RunSkills } from "./run-skills.ts";
import type { Clock, Ids } from "./clock.ts";
import type { Logger } from "./logger.ts";
import type { Scope } from "./scope.ts";

/** Tool annotations as in MCP. Missing hints mean the cautious default: not read-only, not idempotent. */
export type ToolAnnotations = {
  readonly readOnlyHint?: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint?: boolean;
  readonly openWorldHint?: boolean;
};

/** The result of a tool call. A failure that the model can act on is `outcome: "error"`; the loop turns a throw into one. */
export type ToolResult = {
  readonly outcome?: "ok" | "error";
  /** One line for people. */
  readonly title: string;
  /** The text that the model reads. */
  readonly output: string;
  readonly longTermMemory?: string;
  readonly parts?: readonly ContentPart[];
  readonly metadata?: Readonly<Record<string, unknown>>;
  /** Trust level of this result. @default that of the tool */
  readonly trust?: Trust;
};

/** The file contents that this conversation has read and written, folded from the log. The basis of safe edits. */
export type FileKnowledge = {
  /** Returns the sha256 of the content last read or written, by path relative to the project folder. */
  lastHash(path: string): string | undefined;
  /** Records a read content as `file.read`, like `ToolContext.record`. */
  remember(path: string, sha256: string): void;
};

/** The tokens that one result may take so that the next request carries it whole, and how to count them. */
export type ResultRoom = { readonly tokens: number; count(this: void, text: string): number };

/** A passage of the conversation. `readOriginal(id)` returns the whole text, where it starts at `offset`. */
export type HistoryHit = {
  readonly id: string;
  readonly title: string;
  readonly offset: number;
  readonly text: string;
};

/**
 * A text that the model has in view, and who wrote it: the person; the runtime, as instructions; memory, as recalled entries; the workspace, as
 * results of tools that only read the log; or anyone else. `sequence` is its entry in the log, null for texts in front of the messages.
 */
export type SeenText = {
  readonly origin: "person" | "runtime" | "memory" | "workspace" | "untrusted";
  readonly sequence: number | null;
  readonly text: string;
};

/** The part of the run that a running tool can access. */
export type ToolContext = {
  readonly signal: AbortSignal;
  readonly scope: Scope;
  readonly traceId: string;
  readonly toolCallId: string;
  readonly goalId: string;
  /** Absolute path of the project folder, or null if the run has none. */
  readonly projectFolder: string | null;
  /** Absolute paths that no tool may touch. */
  readonly forbiddenFolders: readonly string[];
  /** Whether tools may write files that instruct agents or run on their own, such as AGENTS.md and git hooks. @default false */
  readonly allowsProtectedWrites?: boolean | undefined;
  /** Returns true for a path, relative to the project folder, that permission rules keep from this call. @default none */
  readonly hides?: ((path: string) => boolean) | undefined;
  /** Returns the decision of permission rules about other addresses than the `subject` of this call. @default they ask */
  readonly addressEffect?: AddressEffect | undefined;
  /** Stores content unmasked: call `containsSecret` before `put`. */
  readonly blobs: BlobStore;
  /** Keeps versions of changed files, sealed, so that the changes of the run can be undone. @default nothing keeps them */
  readonly versions?: FileVersions | undefined;
  /** Returns true if a text contains a known secret, so that it must not be stored. */
  containsSecret(text: string): boolean;
  /** The room for this call's result in the next request. */
  readonly room: ResultRoom;
  /** Returns the full text of a tool call, spilled result or archive by the id shown to the model. Undefined for ids of other logs. */
  readOriginal(id: string): Promise<{ readonly title: string; readonly text: string } | undefined>;
  /** Searches the log of the whole conversation for any of the words in `query`, best passages first. */
  searchHistory(query: string): Promise<readonly HistoryHit[]>;
  /** Returns the texts that the model has in view, and everything that the person said in the conversation. */
  seenTexts(): readonly SeenText[];
  /** The sub-agents that this call may start. */
  readonly children: ChildAgents;
  readonly skills: RunSkills;
  /** The secrets that people let this tool have. */
  readonly secrets: CallSecrets;
  /** The answer to the question that this call asked with `CallAsks`. @default null: it has asked nothing */
  readonly answer?: AnswerToCall | null | undefined;
  /** The processes that the run has started in the background. */
  readonly processes: RunProcesses;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly logger: Logger;
  readonly files: FileKnowledge;
  /**
   * Begins to watch the files that other agents of the run change. The returned function ends it and returns the content that the last of them left, by
   * the path that `file.changed` names: its SHA-256, or null if the file is gone. @default there are no others
   */
  readonly watchOthers?: (() => () => ReadonlyMap<string, string | null>) | undefined;
  /** The current plan. */
  readonly goals: GoalTree;
  readonly todos: readonly Todo[];
  /** Returns the sequence of the successful result of an earlier call of this run, by its id; undefined without one. */
  resultOf(toolCallId: string): number | undefined;
  /**
   * Records an event for the log. It is written right before the tool's result, in the same commit, and dropped if the tool throws or is
   * stopped. `goals` and `todos` reflect it only after the call.
   */
  record(event: RecordableEvent): void;
  /**
   * Streams output to people while the tool runs. Texts are concatenated, so end lines with a newline. Never blocks or throws. Secrets are
   * masked and nothing is stored; the model reads only the result.
   */
  output(text: string): void;
};

/** The events that a tool may record in its run in addition to its result. */
export type RecordableEvent =
  | { readonly type: "goals.changed"; readonly operations: readonly AppliedGoalOperation[] }
  | { readonly type: "todos.changed"; readonly data: RunEventPayloads["todos.changed"] }
  | { readonly type: "file.changed"; readonly data: Omit<RunEventPayloads["file.changed"], "toolCallId"> }
  | { readonly type: "file.read"; readonly data: Omit<RunEventPayloads["file.read"], "toolCallId"> }
  | { readonly type: "memory.written"; readonly data: Omit<RunEventPayloads["memory.written"], "toolCallId"> }
  | {
      readonly type: "memory.quarantined";
      readonly data: Omit<RunEventPayloads["memory.quarantined"], "toolCallId">;
    }
  | {
      readonly type: "process.started";
      readonly data: Omit<RunEventPayloads["process.started"], "toolCallId">;
    }
  | { readonly type: "process.ended"; readonly data: Omit<RunEventPayloads["process.ended"], "toolCallId"> }
  | { readonly type: "tools.changed"; readonly data: RunEventPayloads["tools.changed"] }
  /** `text`: what the model reads of the skill. */
  | {
      readonly type: "skill.loaded";
      readonly data: Pick<RunEventPayloads["skill.loaded"], "skill" | "layer" | "file">;
      readonly text: string;
    }
  | { readonly type: "compaction.requested"; readonly focus: string | null };

/** A tool. Its zod schema is the single source of the JSON schema, the validation and the input type. */
export interface Tool<Schema extends z.ZodType = z.ZodType> {
  readonly name: string;
  readonly description: string;
  readonly input: Schema;
  /** The JSON schema that models receive instead of that of `input`, for a tool that another program defines. @default that of `input` */
  readonly schema?: Readonly<Record<string, unknown>>;
  /**
   * The shape of `metadata` in its results, for programs that read them. A result that succeeds with another shape is an error of the tool.
   * @default anything
   */
  readonly outputSchema?: z.ZodType;
  readonly annotations: ToolAnnotations;
  /**
   * The addresses that a tool with an address as its `subject` may have, such as `https://*.example.com`: scheme, host and port are compared
   * after parsing (IDNA). Calls with others, and redirects to them, are denied whatever the rules say. @default all
   */
  readonly urlPatterns?: readonly string[];
  /** True if a person confirms every call, in every mode and whatever the rules allow. @default false */
  readonly requiresConfirmation?: boolean;
  /**
   * The argument that permission rules match: a path relative to the project folder (`.` when it is absent), an address, or a command line. A
   * tool that shows the contents of files `readsAs` another tool, whose rules then keep files from it too. @default none
   */
  readonly subject?: {
    readonly kind: "path" | "url" | "command";
    readonly field: string;
    readonly readsAs?: string;
    /** For a command that the tool makes itself: the words in front of the argument, as rules see them. It runs only code of the project. */
    readonly program?: string;
  };
  /**
   * "safe": calls may run in parallel with other safe or read-only calls, although the tool is not read-only. Default: calls of a tool without
   * `readOnlyHint` run sequentially.
   */
  readonly parallel?: "safe";
  /** True if its results contain the plan or the todos, so that they are never cleared from the context. Default: false. */
  readonly keepsState?: boolean;
  /**
   * "by_name": only agents whose list names the tool have it; "all" does not include it. For tools that few tasks need, because each tool costs
   * tokens in every request. @default "all"
   */
  readonly offered?: "by_name";
  /**
   * Which definitions stay in requests when a window is too small for all of them: those marked "first" longest, those marked "last" least. A tool
   * without a definition is named, and called through `use_tool`. @default between them
   */
  readonly inSmallWindows?: "first" | "last";
  /** Trust level of its results. Default "untrusted", as required for a tool that reads files or the web. */
  readonly trust?: Trust;
  /** True if repeated calls with equal arguments are normal. */
  readonly polling?: boolean;
  /**
   * True if a call ends soon after its signal aborts, with a result about its work so far: the run waits for it briefly, and keeps its
   * result and events. @default false
   */
  readonly endsOnAbort?: boolean;
  /** Time limit of a call in milliseconds; `Infinity` for none. Default 60,000. */
  readonly timeLimitMs?: number;
  /** Length in characters above which its results are spilled. Default 6,000, less in a small window. */
  readonly spillCharacters?: number;
  /**
   * True if it gets secrets from `ToolContext.secrets` when it needs them: those that placeholders in its arguments stand for, or the one that it is
   * configured with. People can let only such tools have secrets. @default false
   */
  readonly fillsSecrets?: boolean;
  /** True if it keeps its results within `ToolContext.room`, so that they are never spilled. Default: false. */
  readonly fitsRoom?: boolean;
  run(input: z.output<Schema>, context: ToolContext): Promise<ToolResult>;
}

/** A tool as its author defines it. `defineTool` fills in the rest. */
export type ToolDefinition<Schema extends z.ZodType = z.ZodType> = Omit<
  Tool<Schema>,
  "annotations" | "run"
> & {
  /** @default {}, which reads as: not read-only, not idempotent. */
  readonly annotations?: ToolAnnotations;
  /**
   * Carries out one call. A string is the result the model reads; a `ToolResult` also sets its title for people, its outcome and more. A
   * throw becomes an error result with its message.
   */
  execute(input: z.output<Schema>, context: ToolContext): ToolResult | string | Promise<ToolResult | string>;
};

const DEFINITION_NAMES: Readonly<Record<keyof ToolDefinition, true>> = {
  name: true,
  description: true,
  input: true,
  schema: true,
  outputSchema: true,
  urlPatterns: true,
  requiresConfirmation: true,
  execute: true,
  annotations: true,
  subject: true,
  parallel: true,
  keepsState: true,
  offered: true,
  inSmallWindows: true,
  trust: true,
  polling: true,
  endsOnAbort: true,
  timeLimitMs: true,
  spillCharacters: true,
  fillsSecrets: true,
  fitsRoom: true,
};

/**
 * Makes a tool from its definition. The type of `execute`'s input follows from the schema. Throws CONFIGURATION_INVALID for an unknown
 * option, no name, an empty description, an `input` that is not a zod schema, and an `execute` that is not a function.
 */
export function defineTool<Schema extends z.ZodType>(definition: ToolDefinition<Schema>): Tool<Schema> {
  checkToolDefinition(definition, DEFINITION_NAMES);
  const { execute, annotations = {}, ...rest } = definition;
  const { name, outputSchema } = definition;
  return {
    ...rest,
    annotations,
    run: async (input, context) => {
      const result = await execute(input, context);
      if (outputSchema !== undefined && !hasShape(result, outputSchema))
        throw new Error(
          `The tool ${name} broke its own contract: its result does not have the shape that it declares.`,
        );
      if (typeof result !== "string") return result;
      return { title: result === "" ? name : oneLine(result), output: result };
    },
  };
}

/** Failures have no shape of their own. */
function hasShape(result: ToolResult | string, schema: z.ZodType): boolean {
  if (typeof result === "string") return schema.safeParse(undefined).success;
  return result.outcome === "error" || schema.safeParse(result.metadata).success;
}

/** The tools of a run in a stable order. */
export interface ToolSet {
  readonly tools: readonly Tool[];
  find(name: string): Tool | undefined;
}

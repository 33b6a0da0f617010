import type { Failure } from "../errors.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import type { AgentSnapshot } from "../log/trace.ts";

/** A sub-agent that a tool starts, or finds again when its call is repeated after a wait or a crash. */
export type ChildRequest = {
  /** Distinguishes the children of one call; the same request in a repeated call has the same position. */
  readonly position: number;
  /** The name of its agent definition. */
  readonly agent: string;
  readonly prompt: string;
  /** A name by which later calls continue the child's thread. @default none */
  readonly name?: string | undefined;
  /** The id of an earlier child of this conversation whose thread the new one continues. @default none */
  readonly continues?: string | undefined;
  /** True if the child gets only tools that change nothing. @default false */
  readonly isReadOnly?: boolean;
  /** Whether it changes files in a git worktree of its own, where the project folder allows one. @default for a background agent */
  readonly isIsolated?: boolean | undefined;
  /** True if the call that starts it does not wait for it. @default false */
  readonly background?: boolean;
  /** At the end of its parent, the parent waits for it or cancels it. @default wait */
  readonly atEnd?: "wait" | "cancel" | undefined;
  /** The branches that are merged together. @default none */
  readonly group?: {
    readonly groupId: string;
    readonly index: number;
    readonly size: number;
    readonly merge: "all" | "best" | "vote";
  };
};

/** The end of a sub-agent. */
export type ChildReport = {
  readonly childTraceId: string;
  readonly agent: string;
  readonly status: "completed" | "failed" | "cancelled" | "interrupted";
  /** The last text that its model wrote; empty if it wrote none. */
  readonly lastMessage: string;
  readonly failure: Failure | null;
  /** Answers of its model. */
  readonly steps: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars; null when the price of a call is unknown. */
  readonly cost: number | null;
  readonly durationMs: number;
  /** Claims of its last message that its own log does not support, one line each. @default none */
  readonly unverified?: readonly string[] | undefined;
  /** Names of the tools it called, each once, sorted. */
  readonly toolsUsed: readonly string[];
  /** The fate of the changes in its worktree. @default it had none */
  readonly merge?: RunEventPayloads["child.merged"] | undefined;
  /** Why it worked in the project folder although it asked for a worktree. @default it did not */
  readonly shared?: RunEventPayloads["child.spawned"]["shared"];
};

/** A sub-agent of this conversation, as its parent sees it. */
export type ChildSummary = {
  readonly childTraceId: string;
  readonly agent: string;
  readonly name: string | null;
  readonly prompt: string;
  /** Null while it works. */
  readonly status: ChildReport["status"] | null;
};

/** The activity of a sub-agent at the moment. */
export type ChildActivity = ChildSummary & {
  /** Milliseconds since its start, until its end if it has ended. */
  readonly elapsedMs: number;
  /** Answers of its model so far. */
  readonly steps: number;
  /** US dollars so far; null when the price of a call is unknown. */
  readonly cost: number | null;
  /** The reason of its wait: a person's decision, a place to work, agents of its own …; null while it works, and after its end. */
  readonly waitingFor: string | null;
};

/** How many more sub-agents a run may start, and why no more if none. */
export type ChildrenLeft = { readonly count: number; readonly reason: string | null };

/** A handed-over task: the report of its agent, or the agent that works on it in the background. */
export type HandedTask =
  | { readonly kind: "ended"; readonly report: ChildReport }
  | { readonly kind: "working"; readonly child: ChildSummary; readonly because: "background" | "message" };

/** The end of a wait for sub-agents: the reports of those that have ended, and those that have not. */
export type AwaitedChildren = {
  readonly ended: readonly ChildReport[];
  readonly working: readonly ChildSummary[];
  /** True if a message to the run ended the wait. */
  readonly isInterrupted: boolean;
};

/**
 * The sub-agents of a run. A call that has to wait for them is rejected with `CallSuspended`; let that error pass, and the call is repeated with
 * the same arguments when the wait is over.
 */
export interface ChildAgents {
  /**
   * Starts a sub-agent, or finds the one that this call started before, and resolves when it has ended, however it ended. A request that is
   * not possible (unknown agent, a limit) rejects with a GoaltraceError.
   */
  run(request: ChildRequest): Promise<ChildReport>;
  /** As `run`, but resolves at once for a background sub-agent, and as soon as a message to the run arrives. */
  hand(request: ChildRequest): Promise<HandedTask>;
  /**
   * Waits for sub-agents by id, null for those of the background whose reports the model has not read: for all of them, or for the first that
   * ends; resolves early when a message to the run arrives. Rejects with NOT_FOUND for an unknown id.
   */
  wait(childTraceIds: readonly string[] | null, mode: "all" | "any"): Promise<AwaitedChildren>;
  /**
   * Sends a message to a sub-agent that has not ended, or to the parent (`parent`), once for each call. Rejects with NOT_FOUND, and with
   * CONFLICT for a sub-agent that has ended.
   */
  message(to: string, text: string): Promise<void>;
  /** Cancels a sub-agent and everything below it, and resolves with its report. Rejects with NOT_FOUND. */
  cancel(childTraceId: string, reason: string | null): Promise<ChildReport>;
  /** Returns the activity of the sub-agents of this run at the moment, oldest first. */
  activity(): Promise<readonly ChildActivity[]>;
  /** How many more this run may start. */
  left(): Promise<ChildrenLeft>;
  /** The sub-agents that this conversation started, oldest first. */
  list(): readonly ChildSummary[];
}

/** Rejects a call that cannot continue before one of its sub-agents has ended. The loop keeps the call open and repeats it then. */
export class CallSuspended extends Error {
  override readonly name = "CallSuspended";
  constructor() {
    super("The call waits for a sub-agent.");
  }
}

/** An agent that others may start. */
export type AgentDefinition = {
  readonly agent: AgentSnapshot;
  /** One line for the model that chooses among agents. */
  readonly description: string;
  /** True if it gets only tools that change nothing. */
  readonly isReadOnly: boolean;
  /** References of its models; fallbacks follow in order. @default those of the run that starts it */
  readonly models?: readonly string[];
};

/** The agents that a run may start. */
export interface AgentDirectory {
  /** All agents, sorted by name. */
  list(): readonly AgentDefinition[];
  find(name: string): AgentDefinition | undefined;
}

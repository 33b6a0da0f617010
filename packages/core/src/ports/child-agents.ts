import type { Failure } from "../errors.ts";
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

/** The sub-agents of a run. */
export interface ChildAgents {
  /**
   * Starts a sub-agent, or continues the one that this call started before, and resolves at its end, however it ended. While it waits for a
   * person and nothing else of the step is running, the promise rejects with `CallSuspended`; let that error pass, and the call is repeated
   * when the wait is over. A request that is not possible (unknown agent, a limit) rejects with a GoaltraceError.
   */
  run(request: ChildRequest): Promise<ChildReport>;
  /** The sub-agents that this conversation started, oldest first. */
  list(): readonly ChildSummary[];
}

/** Rejects a call that cannot continue until somebody answers one of its sub-agents. The loop keeps the call open and repeats it then. */
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

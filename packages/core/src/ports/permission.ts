import type { RunEventPayloads } from "../log/run-event.ts";
import type { Scope } from "./scope.ts";
import type { ToolAnnotations } from "./tool.ts";

/** One tool call whose arguments fit, before it runs. Digests are those of `digestOf`. */
export type PermissionRequest = {
  readonly scope: Scope;
  /** Who started the run. */
  readonly person: string;
  /** Name of the agent that calls. */
  readonly agent: string;
  readonly conversation: string | null;
  readonly rootId: string;
  readonly traceId: string;
  /** Which of the trace's model answers holds the call, from 1. */
  readonly step: number;
  readonly toolCallId: string;
  readonly tool: string;
  /** Over the tool's name, description, JSON schema and annotations: a tool that changed is another tool. */
  readonly definitionDigest: string;
  /** As the tool will get them. */
  readonly arguments: unknown;
  readonly argumentsDigest: string;
  /** Absolute path of the project folder, or null when the run has none. */
  readonly folder: string | null;
  readonly annotations: ToolAnnotations;
};

/** Who or what decided about a call; `default` when no rule or person did. */
export type DecidedBy = RunEventPayloads["permission.decided"]["by"];

/** `ask` wants a person to decide. The model reads each `reason`. */
export type PermissionDecision =
  | { readonly effect: "allow" }
  | { readonly effect: "deny"; readonly by: DecidedBy; readonly reason: string }
  | { readonly effect: "ask"; readonly reason: string };

/** Decides about every tool call before it starts. A throw denies the call. */
export interface Permission {
  decide(request: PermissionRequest): Promise<PermissionDecision>;
}

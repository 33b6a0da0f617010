import type { RunEventPayloads } from "../log/run-event.ts";
import type { Scope } from "./scope.ts";
import type { ToolAnnotations } from "./tool.ts";

/** One tool call with valid arguments, before it runs. Digests come from `jsonDigest`. */
export type PermissionRequest = {
  readonly scope: Scope;
  /** Id of the person who started the run. */
  readonly person: string;
  /** Name of the calling agent. */
  readonly agent: string;
  readonly conversation: string | null;
  readonly rootId: string;
  readonly traceId: string;
  /** Number of the model answer in the trace that contains the call, from 1. */
  readonly step: number;
  readonly toolCallId: string;
  readonly tool: string;
  /** Digest of the tool's name, description, JSON schema and annotations: a changed tool is a different tool. */
  readonly definitionDigest: string;
  /** The arguments as the tool receives them. */
  readonly arguments: unknown;
  readonly argumentsDigest: string;
  /** Absolute path of the project folder, or null if the run has none. */
  readonly folder: string | null;
  readonly annotations: ToolAnnotations;
};

/** The source of a decision; `default` if no rule or person decided. */
export type DecidedBy = RunEventPayloads["permission.decided"]["by"];

/** A permission decision. `ask` means that a person must decide. The model reads each `reason`. */
export type PermissionDecision =
  | { readonly effect: "allow" }
  | { readonly effect: "deny"; readonly by: DecidedBy; readonly reason: string }
  | { readonly effect: "ask"; readonly reason: string };

/** Decides about every tool call before it starts. A throw denies the call. */
export interface Permission {
  decide(request: PermissionRequest): Promise<PermissionDecision>;
}

import type { RunEventPayloads } from "../log/run-event.ts";
import type { AddressEffect } from "./address-effect.ts";
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

/**
 * Returns true for a path, relative to the project folder, that rules keep from a call although it reaches a folder above: a search leaves it
 * out. Called for every file that a search meets.
 */
export type HidesPath = (path: string) => boolean;

/**
 * A permission decision. `ask` means that a person must decide. The model reads each `reason`; `ruleId` names the rule that decided. A call
 * that runs does not see the paths that `hides` (default: none), and `addressEffect` decides about other addresses (default: they ask).
 */
export type PermissionDecision =
  | {
      readonly effect: "allow";
      readonly hides?: HidesPath | undefined;
      readonly addressEffect?: AddressEffect | undefined;
    }
  | {
      readonly effect: "deny";
      readonly by: DecidedBy;
      readonly reason: string;
      readonly ruleId?: string | undefined;
    }
  | {
      readonly effect: "ask";
      readonly reason: string;
      readonly ruleId?: string | undefined;
      readonly cause?: RunEventPayloads["approval.requested"]["cause"];
      /** The parts of a compound call that ask, while the rest would run; empty when the whole call asks. @default none */
      readonly parts?: readonly string[];
      readonly hides?: HidesPath | undefined;
      readonly addressEffect?: AddressEffect | undefined;
    };

/** Decides about every tool call before it starts. A throw denies the call. */
export interface Permission {
  decide(request: PermissionRequest): Promise<PermissionDecision>;
}

import { GoaltraceError } from "@goaltrace/core";
import type { StreamFacts, StreamRight } from "@goaltrace/db";
import { notSignedIn, roleTooLow, workspaceNotFound } from "../auth/authorize.ts";
import { invalidKey } from "../auth/invalid-key.ts";
import { roleIncludes } from "../auth/roles.ts";
import type { Role } from "../auth/roles.ts";

/** A stream to open: the right on which it depends and the minimum role that may follow it. */
export type StreamPass = StreamRight & {
  readonly role: Role;
  /** Named in the refusal of a role that is too low. */
  readonly workspaceName: string;
};

/**
 * Returns why a stream must end, or null while it may continue. NOT_SIGNED_IN without the session or key it was opened with, NOT_FOUND for a
 * person who is not a member or a trace that is gone or hidden from them, NOT_ALLOWED when their role is too low.
 */
export function refuseStream(pass: StreamPass, facts: StreamFacts): GoaltraceError | null {
  const { role } = facts;
  if (!facts.isSignedIn) return pass.by.kind === "key" ? invalidKey() : notSignedIn();
  if (role === null) return workspaceNotFound();
  if (!roleIncludes(role, pass.role)) return roleTooLow({ name: pass.workspaceName, role }, pass.role);
  return facts.isVisible ? null : traceNotFound();
}

function traceNotFound(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "No such trace in this workspace.",
    fix: "It may have been deleted, or its conversation is private now.",
  });
}

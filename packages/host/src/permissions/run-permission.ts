import type { Permission, PermissionDecision } from "@goaltrace/core";
import { decide, hiddenPaths, type PermissionCall, type Policy } from "@goaltrace/core/permissions";
import { decisionReason } from "./decision-reason.ts";
import { type CallSurroundings, toPermissionCall } from "./permission-call.ts";

/** Creates the permission of a run: its rules and its mode decide about each call. */
export function createRunPermission(surroundings: CallSurroundings, policy: Policy): Permission {
  return {
    decide: async (request) =>
      toDecision(await toPermissionCall(surroundings, request), { surroundings, policy }),
  };
}

function toDecision(
  call: PermissionCall,
  { surroundings, policy }: { readonly surroundings: CallSurroundings; readonly policy: Policy },
): PermissionDecision {
  const decision = decide(call, policy);
  const { effect, cause, rule } = decision;
  const reason = decisionReason(decision, policy.mode);
  const ruleId = rule?.id;
  if (effect === "deny") return { effect, by: cause === "rule" ? "rule" : "mode", reason, ruleId };
  const subject = surroundings.tools.find(call.tool)?.subject;
  const isSearch = subject?.kind === "path" && call.isHarmless;
  const hides = isSearch
    ? hiddenPaths(call, policy, { permitted: effect, readsAs: subject.readsAs })
    : undefined;
  if (effect === "allow") return { effect, hides };
  return { effect, reason, ruleId, cause: cause === "read_only" ? "mode" : cause, hides };
}

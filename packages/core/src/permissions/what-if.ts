import { decide, type Policy } from "./decide.ts";
import type { Effect, PermissionCall, PermissionRule } from "./rule.ts";

/** The decision about a call without and with a further rule. */
export type RuleChange = { readonly before: Effect; readonly after: Effect };

/** Returns what one more rule would change for a call. */
export function whatIf(call: PermissionCall, policy: Policy, rule: PermissionRule): RuleChange {
  return {
    before: decide(call, policy).effect,
    after: decide(call, { ...policy, rules: [...policy.rules, rule] }).effect,
  };
}

import {
  byPrecedence,
  bySpecificity,
  decide,
  isBinding,
  type Policy,
  type RuleDecision,
  subjectsOf,
} from "./decide.ts";
import { matchesRule } from "./match-rule.ts";
import type { PermissionCall, PermissionRule } from "./rule.ts";

/**
 * Why a matching rule decided or did not. `bound`: a rule of a conversation cannot permit what the workspace denies; `project`: a rule of a
 * project file permits nothing; `other_subject`: the call acts on something else as well, about which a stricter decision was made; `mode`:
 * the read-only mode denies whatever the rules say; `protected`: the file always asks.
 */
export type RuleFate =
  | "decides"
  | "less_specific"
  | "earlier_layer"
  | "less_strict"
  | "repeated"
  | "bound"
  | "project"
  | "other_subject"
  | "mode"
  | "protected";

/** The decision about a call, with every rule that matches one of its subjects, the deciding one first, then by precedence. */
export type Explanation = {
  readonly decision: RuleDecision;
  readonly rules: readonly { readonly rule: PermissionRule; readonly fate: RuleFate }[];
};

/** Explains the decision of `decide`. */
export function explain(call: PermissionCall, policy: Policy): Explanation {
  const decision = decide(call, policy);
  const rules = policy.rules
    .filter((rule) => matchesSome(rule, call))
    .sort((first, second) =>
      first === decision.rule ? -1 : second === decision.rule ? 1 : byPrecedence(first, second),
    )
    .map((rule) => ({ rule, fate: fateOf(rule, decision, call) }));
  return { decision, rules };
}

function matchesSome(rule: PermissionRule, call: PermissionCall): boolean {
  return subjectsOf(call).some((subject) => matchesRule(rule, call, subject));
}

function fateOf(rule: PermissionRule, { rule: winner, cause }: RuleDecision, call: PermissionCall): RuleFate {
  if (rule === winner) return "decides";
  if (winner === null) {
    if (cause === "read_only") return "mode";
    if (cause === "protected") return "protected";
    return rule.layer === "project" ? "project" : "other_subject";
  }
  const isSameSubject = subjectsOf(call).some(
    (subject) => matchesRule(rule, call, subject) && matchesRule(winner, call, subject),
  );
  if (!isSameSubject) return "other_subject";
  if (winner.layer === "project") return rule.effect === winner.effect ? "repeated" : "less_strict";
  if (rule.layer === "project") return "project";
  return fateBeside(rule, winner);
}

/** The fate of a rule beside the deciding one, when both match the same subject and neither comes from a project file. */
function fateBeside(rule: PermissionRule, winner: PermissionRule): RuleFate {
  const precedence = byPrecedence(rule, winner);
  if (precedence < 0) return isBinding(winner) && !isBinding(rule) ? "bound" : "other_subject";
  if (bySpecificity(rule, winner) > 0) return "less_specific";
  if (rule.layer !== winner.layer) return "earlier_layer";
  return precedence === 0 ? "repeated" : "less_strict";
}

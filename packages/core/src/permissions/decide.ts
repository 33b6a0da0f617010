import { matchesRule, matchesTool, specificity } from "./match-rule.ts";
import {
  type Effect,
  EFFECTS,
  type PermissionCall,
  type PermissionMode,
  type PermissionRule,
  RULE_LAYERS,
  stricter,
  type Subject,
} from "./rule.ts";

/** The mode and the rules that decide about the calls of a run. */
export type Policy = { readonly mode: PermissionMode; readonly rules: readonly PermissionRule[] };

/** The cause of a decision: a rule, the mode because no rule matched, the mode against the rules, or the nature of the file. */
export type DecisionCause = "rule" | "mode" | "read_only" | "protected";

/** A decision with its cause; `rule` is the rule that decided, null for the other causes. */
export type RuleDecision = {
  readonly effect: Effect;
  readonly cause: DecisionCause;
  readonly rule: PermissionRule | null;
};

/**
 * Decides about one call. For each subject the most specific matching rule decides; of two that are equally specific the later layer, then the
 * stricter effect. No rule of a conversation permits a call that the rules of the workspace and its agents deny. Rules of project files are applied
 * last and never permit more. The strictest subject decides about the call.
 */
export function decide(call: PermissionCall, policy: Policy): RuleDecision {
  const [first, ...rest] = subjectsOf(call).map((subject) => decideSubject(call, subject, policy));
  const decided = rest.reduce(
    (strictest, next) => strictestOf(strictest, next),
    first ?? byMode(call, policy.mode),
  );
  if (call.isHarmless) return decided;
  if (policy.mode === "read-only")
    return strictestOf(decided, { effect: "deny", cause: "read_only", rule: null });
  return call.isProtected ? strictestOf({ effect: "ask", cause: "protected", rule: null }, decided) : decided;
}

/** Returns the subjects that rules are matched against; null stands for a call without subjects. */
export function subjectsOf({ subjects }: PermissionCall): readonly (Subject | null)[] {
  return subjects.length === 0 ? [null] : subjects;
}

function decideSubject(call: PermissionCall, subject: Subject | null, { mode, rules }: Policy): RuleDecision {
  const matching = rules.filter((rule) => matchesRule(rule, call, subject));
  const own = matching.filter(({ layer }) => layer !== "project").sort(byPrecedence);
  const binding = own.find(isBinding);
  const winner = binding?.effect === "deny" ? binding : own[0];
  const base = winner === undefined ? bySubject(call, subject, mode) : byRule(winner);
  if (base.effect === "allow" && mayBeDenied(call, subject, rules))
    return { effect: "ask", cause: "mode", rule: null };
  return matching
    .filter(({ layer }) => layer === "project")
    .reduce((decision, rule) => strictestOf(decision, byRule(rule)), base);
}

/** Returns true for a rule whose denial holds for conversations too: members write theirs, admins those of the workspace and its agents. */
export function isBinding({ layer }: Pick<PermissionRule, "layer">): boolean {
  return layer !== "conversation" && layer !== "project";
}

/** Sorts the rule that decides to the front. */
export function byPrecedence(first: PermissionRule, second: PermissionRule): number {
  const specific = bySpecificity(first, second);
  if (specific !== 0) return specific;
  const layers = RULE_LAYERS.indexOf(second.layer) - RULE_LAYERS.indexOf(first.layer);
  return layers === 0 ? EFFECTS.indexOf(second.effect) - EFFECTS.indexOf(first.effect) : layers;
}

/** Sorts the more specific rule to the front. */
export function bySpecificity(first: PermissionRule, second: PermissionRule): number {
  const other = specificity(second);
  return (
    specificity(first)
      .map((value, index) => (other[index] ?? 0) - value)
      .find((difference) => difference !== 0) ?? 0
  );
}

function byRule(rule: PermissionRule): RuleDecision {
  return { effect: rule.effect, cause: "rule", rule };
}

/** A call that can have no effect is denied where it would ask; a command that is free runs as if it changed nothing; a path that a command names needs no permission of its own. */
function bySubject(call: PermissionCall, subject: Subject | null, mode: PermissionMode): RuleDecision {
  if (mode === "ask" && subject !== null && isFutile(subject))
    return { effect: "deny", cause: "mode", rule: null };
  const isFree = subject?.kind === "command" ? subject.isFree : subject?.isMention === true;
  return byMode(isFree ? { isHarmless: true } : call, mode);
}

/** True for what the sandbox does not show to a command, and what a tool refuses. */
function isFutile(subject: Subject): boolean {
  return subject.kind === "command" ? subject.isOutOfSight === true : subject.refusal !== undefined;
}

/** True for a command that could be one that a rule asks about or denies, although no one can tell before it runs. */
function mayBeDenied(
  { tool }: PermissionCall,
  subject: Subject | null,
  rules: readonly PermissionRule[],
): boolean {
  if (subject?.kind !== "command" || !subject.isUnclear) return false;
  return rules.some((rule) => rule.effect !== "allow" && rule.pattern !== "" && mayConcern(rule, tool));
}

/** Commands also read and write files. */
function mayConcern(rule: PermissionRule, tool: string): boolean {
  return [tool, "read_file", "write_file"].some((name) => matchesTool(rule.tool, name));
}

/**
 * Returns the subjects that decided about a call, for its explanation: those whose own decision is as strict as that of the call. Empty when none is.
 */
export function decidingSubjects(call: PermissionCall, policy: Policy): readonly Subject[] {
  const { effect } = decide(call, policy);
  return call.subjects.filter((subject) => decideSubject(call, subject, policy).effect === effect);
}

function byMode(
  { isHarmless, reachesOut = false }: Pick<PermissionCall, "isHarmless" | "reachesOut">,
  mode: PermissionMode,
): RuleDecision {
  const runs = mode === "auto" || (isHarmless && !reachesOut);
  const effect = runs ? "allow" : isHarmless || mode === "ask" ? "ask" : "deny";
  return { effect, cause: "mode", rule: null };
}

/** Keeps the first of two decisions that are equally strict. */
function strictestOf(first: RuleDecision, second: RuleDecision): RuleDecision {
  return stricter(first.effect, second.effect) === first.effect ? first : second;
}

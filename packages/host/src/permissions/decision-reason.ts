import {
  formatTarget,
  type PermissionCall,
  type PermissionMode,
  type RuleDecision,
  type RuleLayer,
} from "@goaltrace/core/permissions";

const LAYERS: Readonly<Record<RuleLayer, string>> = {
  built_in: "built in",
  workspace: "of the workspace",
  agent: "of the agent",
  conversation: "of the conversation",
  project: "of the project folder",
};

/** Returns why a call was decided like this, as a sentence for people and models. */
export function decisionReason(
  { isHarmless }: Pick<PermissionCall, "isHarmless">,
  { cause, effect, rule }: RuleDecision,
  mode: PermissionMode,
): string {
  if (rule !== null)
    return `The rule "${rule.effect} ${formatTarget(rule)}" ${LAYERS[rule.layer]} ${VERBS[effect]}.`;
  if (cause === "protected")
    return "The file instructs agents or runs on its own, so writing it always asks.";
  if (effect === "allow")
    return mode === "auto"
      ? "No rule matches, and in auto mode everything runs."
      : "No rule matches, and a call that only reads runs.";
  if (effect === "ask" && isHarmless) return "The conversation asks before calls that reach the web.";
  return mode === "read-only"
    ? "The conversation is in read-only mode."
    : "The conversation asks before calls that change something.";
}

const VERBS = { allow: "allows this call", ask: "asks about this call", deny: "denies this call" } as const;

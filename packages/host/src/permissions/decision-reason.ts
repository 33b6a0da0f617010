import {
  formatTarget,
  type PermissionMode,
  type RuleDecision,
  type RuleLayer,
  type Subject,
} from "@goaltrace/core/permissions";

const LAYERS: Readonly<Record<RuleLayer, string>> = {
  built_in: "built in",
  workspace: "of the workspace",
  agent: "of the agent",
  conversation: "of the conversation",
  project: "of the project folder",
};

/** Returns why a call was decided like this, as a sentence for people and models. `subject` is the part of the call that decided. */
export function decisionReason(
  { cause, effect, rule }: RuleDecision,
  mode: PermissionMode,
  { isHarmless, subject }: { readonly isHarmless: boolean; readonly subject: Subject | null },
): string {
  if (rule !== null)
    return `The rule "${rule.effect} ${formatTarget(rule)}" ${LAYERS[rule.layer]} ${VERBS[effect]}.`;
  if (cause === "protected")
    return "The file instructs agents or runs on its own, so writing it always asks.";
  if (effect === "ask" && subject?.kind === "command" && subject.why !== "")
    return `The command ${quote(subject.text)} ${subject.why}.`;
  if (effect === "deny" && mode === "ask" && subject?.kind === "command" && subject.isOutOfSight === true)
    return `The command ${quote(subject.text)} names a path that commands do not see: the sandbox shows only the project folder and programs. It would find nothing, so no one is asked.`;
  if (effect === "deny" && mode === "ask" && subject?.kind === "path" && subject.refusal !== undefined)
    return subject.refusal;
  if (effect === "ask" && subject?.kind === "path" && subject.tool !== undefined)
    return `The command writes the file ${quote(subject.text)}.`;
  if (effect === "ask" && subject?.kind === "url" && subject.tool !== undefined)
    return subject.text === "*" ? "The command reaches any host." : `The command reaches ${subject.text}.`;
  if (effect === "allow" && subject?.kind === "command" && subject.isFree && mode !== "auto")
    return "Its commands only read, or work inside the sandbox.";
  if (effect === "allow")
    return mode === "auto"
      ? "No rule matches, and in auto mode everything runs."
      : "No rule matches, and a call that only reads runs.";
  if (effect === "ask" && isHarmless) return "The conversation asks before calls that reach the web.";
  return mode === "read-only"
    ? "The conversation is in read-only mode."
    : "The conversation asks before calls that change something.";
}

function quote(text: string): string {
  return `"${text.length > 100 ? `${text.slice(0, 100)}…` : text}"`;
}

const VERBS = { allow: "allows this call", ask: "asks about this call", deny: "denies this call" } as const;

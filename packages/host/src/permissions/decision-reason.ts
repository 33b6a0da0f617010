import {
  type Effect,
  formatTarget,
  type PermissionCall,
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

/** A call that was decided. `subjects` are the parts of it that decided. */
type DecidedCall = Pick<PermissionCall, "isHarmless" | "subjects" | "commandLine">;

/**
 * Returns why a call was decided like this, as sentences for people and models. Each command is named as the call has it, with the words that
 * are known only when it runs.
 */
export function decisionReason(
  { cause, effect, rule }: RuleDecision,
  mode: PermissionMode,
  { isHarmless, subjects, commandLine }: DecidedCall,
): string {
  if (rule !== null)
    return `The rule "${rule.effect} ${formatTarget(rule)}" ${LAYERS[rule.layer]} ${VERBS[effect]}.`;
  if (cause === "protected")
    return "The file instructs agents or runs on its own, so writing it always asks.";
  const reasons = subjects.flatMap((subject) => {
    const name = quote(subject.source ?? commandLine ?? subject.text);
    return reasonOf(subject, name, { effect, mode }) ?? [];
  });
  if (reasons.length > 0) return joinReasons([...new Set(reasons)]);
  const [first] = subjects;
  if (effect === "allow" && first?.kind === "command" && first.isFree && mode !== "auto")
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

/** Returns why one part of a call, called `name`, asks or cannot run; null when the reason is not in the part itself. */
function reasonOf(
  subject: Subject,
  name: string,
  { effect, mode }: { readonly effect: Effect; readonly mode: PermissionMode },
): string | null {
  if (effect === "ask") return reasonToAsk(subject, name);
  if (effect !== "deny" || mode !== "ask") return null;
  if (subject.kind !== "command") return subject.refusal ?? null;
  return subject.isOutOfSight === true
    ? `The command ${name} names a path that commands do not see: the sandbox shows only the project folder and programs. It would find nothing, so no one is asked.`
    : null;
}

function reasonToAsk(subject: Subject, name: string): string | null {
  if (subject.kind === "command") return subject.why === "" ? null : `The command ${name} ${subject.why}.`;
  if (subject.tool === undefined) return null;
  if (subject.kind === "path") return `The command writes the file ${quote(subject.text)}.`;
  return subject.text === "*" ? "The command reaches any host." : `The command reaches ${subject.text}.`;
}

/** More sentences would not be read; the question shows the whole call. */
const MAX_REASONS = 3;

function joinReasons(reasons: readonly string[]): string {
  const more = reasons.length - MAX_REASONS;
  const shown = reasons.slice(0, MAX_REASONS).join(" ");
  if (more <= 0) return shown;
  return `${shown} ${more === 1 ? "Another part asks" : `${String(more)} other parts ask`}, too.`;
}

function quote(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  return `"${line.length > 100 ? `${line.slice(0, 100)}…` : line}"`;
}

const VERBS = { allow: "allows this call", ask: "asks about this call", deny: "denies this call" } as const;

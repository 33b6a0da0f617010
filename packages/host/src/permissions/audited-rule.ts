import { type Effect, formatTarget, parseTarget } from "@goaltrace/core/permissions";
import type { StoredLayer } from "@goaltrace/db";

/**
 * Returns a rule as the audit log names it. `text` is the rule without its effect, several rules on a line each. The pattern of a rule of a
 * conversation is left out: it repeats paths and commands of the conversation, which its members alone may see and which may be deleted.
 */
export function auditedRule(rule: {
  readonly layer: StoredLayer;
  readonly effect: Effect;
  readonly text: string;
}): string {
  const { layer, effect, text } = rule;
  if (layer !== "conversation") return `${effect} ${text}`;
  const shown = text.split("\n").map((line) => {
    const target = parseTarget(line);
    if ("problem" in target) return "…";
    return formatTarget({ ...target, pattern: target.pattern && "…" });
  });
  return `${effect} ${[...new Set(shown)].join("\n")}`;
}

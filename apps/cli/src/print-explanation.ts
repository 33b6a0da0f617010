import type { CallExplanation } from "@goaltrace/host";
import { toPrintable } from "./print-update.ts";

const WORDS = { allow: "Allowed.", ask: "Asks a person.", deny: "Denied." } as const;

/** Returns how a call would be decided: the decision with its reason, what was compared, and each matching rule with its part in it. */
export function printExplanation({ effect, reason, mode, subjects, rules }: CallExplanation): string {
  const lines = [
    `${WORDS[effect]} ${reason}`,
    `mode      ${mode}`,
    ...subjects.map((subject) => `compares  ${subject}`),
    ...rules.map(({ layer, text, why }) => `rule      ${text} (${layer.replace("_", "-")}): ${why}`),
  ];
  return lines.map(toPrintable).join("\n");
}

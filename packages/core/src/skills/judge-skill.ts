import { findInjections } from "../memory/gates/find-injections.ts";
import { findLender, judgeSource } from "../memory/judge-source.ts";
import type { SeenText } from "../ports/tool.ts";

/** Whether a skill that an agent wrote may be saved. `sequence`: the entry of the log with the text that may have caused it. */
export type JudgedSkill =
  | { readonly kind: "trusted" }
  | { readonly kind: "untrusted"; readonly sequence: number | null }
  | { readonly kind: "order"; readonly found: string };

/**
 * Judges whose words the skill of an agent repeats, as a whole and line by line: one planted line among many good ones is enough to hold it. Orders to
 * agents about their own rules are held even if the person said them, because a skill speaks to the agents of everyone.
 */
export function judgeSkill(
  { name, description, body }: { readonly name: string; readonly description: string; readonly body: string },
  seen: readonly SeenText[],
): JudgedSkill {
  const [order] = findInjections(`${description}\n${body}`);
  if (order !== undefined) return { kind: "order", found: order.found };
  for (const line of [description, ...body.split("\n")]) {
    const lender = findLender(line, seen);
    if (lender !== null) return { kind: "untrusted", sequence: lender.sequence };
  }
  const fields = { type: "feedback" as const, name, description, keywords: [], content: body };
  const judged = judgeSource(fields, "", seen);
  return judged.kind === "untrusted" ? { kind: "untrusted", sequence: judged.sequence } : { kind: "trusted" };
}

import type { KeyInformation } from "../context/extract.ts";
import { isProhibition } from "../context/extract.ts";
import type { GoalTree } from "../goals/goal.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { judgeFacts } from "./ledger.ts";

/**
 * Returns what the ledger of a summary would call dropped, as text to put back, prohibitions first, as far as the tokens reach. Numbers are left to
 * the index of the fold. Empty if nothing is missing or nothing fits.
 */
export function droppedFacts(
  keys: KeyInformation,
  goals: GoalTree,
  text: { readonly shown: string; readonly tokens: number; readonly count: (text: string) => number },
): string {
  const dropped = judgeFacts(keys, goals, text.shown).filter(
    ({ kind, state }) => state === "dropped" && kind !== "number",
  );
  const lines: string[] = [];
  let room = text.tokens - text.count(render([""]));
  for (const fact of [...dropped.filter(isRule), ...dropped.filter((fact) => !isRule(fact))]) {
    const line = `- #${fact.sequence} ${fact.text}`;
    const tokens = text.count(line) + 1;
    if (tokens > room) continue;
    room -= tokens;
    lines.push(line);
  }
  return lines.length === 0 ? "" : render(lines);
}

function isRule({ kind, text }: LedgerLine): boolean {
  return kind === "requirement" && isProhibition(text);
}

function render(lines: readonly string[]): string {
  return fillPrompt(compactionPrompt.putBack, { lines: lines.join("\n") });
}

import type { KeyInformation } from "../context/extract.ts";
import { isProhibition } from "../context/extract.ts";
import type { GoalTree } from "../goals/goal.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { judgeFacts } from "./ledger.ts";

/**
 * Returns what the ledger of a summary would call dropped, as text to put back, as far as the tokens reach: prohibitions first, then a line for each
 * other fact, and all files on one. Numbers are left to the index of the fold. Empty if nothing is missing or nothing fits.
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
  const files: string[] = [];
  let room = text.tokens - text.count(render([FILES_START]));
  for (const fact of [...dropped.filter(isRule), ...dropped.filter((fact) => !isRule(fact))]) {
    const isFile = fact.kind === "file";
    const line = isFile ? fact.text : `- #${fact.sequence} ${fact.text}`;
    const tokens = text.count(line) + 1;
    if (tokens > room) continue;
    room -= tokens;
    (isFile ? files : lines).push(line);
  }
  if (files.length > 0) lines.push(`${FILES_START}${files.join(" ")}`);
  return lines.length === 0 ? "" : render(lines);
}

const FILES_START = "- files: ";

function isRule({ kind, text }: LedgerLine): boolean {
  return kind === "requirement" && isProhibition(text);
}

function render(lines: readonly string[]): string {
  return fillPrompt(compactionPrompt.putBack, { lines: lines.join("\n") });
}

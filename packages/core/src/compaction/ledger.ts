import type { GoalTree } from "../goals/goal.ts";
import { isOpen } from "../goals/goal-tree.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { LEDGER_LINES } from "../tunables.ts";
import type { KeyInformation, Noted } from "../context/extract.ts";
import { inShort } from "../context/placeholder.ts";

type Fact = Omit<LedgerLine, "state">;

/** This share of a sentence's longer words has to be there for it to count as reworded. */
const REWORDED_SHARE = 0.6;

/**
 * Marks each open goal, requirement, decision, file and number of what was folded as kept, reworded or dropped in what the view shows now
 *: present word for word, present by its key, absent. By code, so that a summariser can't vouch for itself.
 */
export function ledgerOf(keys: KeyInformation, goals: GoalTree, shown: string): readonly LedgerLine[] {
  const text = normalised(shown);
  const words = new Set(text.split(NO_WORD));
  const wordings = wordingsOf(shown);
  return factsOf(keys, goals)
    .slice(0, LEDGER_LINES)
    .map((fact) => {
      const state = stateOf(fact, text, words);
      const now = state === "reworded" ? wordingOf(fact, wordings) : null;
      return { ...fact, state, ...(now === null ? {} : { now }) };
    });
}

const NO_WORD = /[^\p{L}\p{N}_]+/u;
const WORDING_LENGTH = 240;

type Wording = { readonly text: string; readonly words: ReadonlySet<string> };

/** The lines and sentences that the view shows, each with its words. */
function wordingsOf(shown: string): readonly Wording[] {
  return shown.split(/(?<=[.!?。！？])\s+|\n+/u).flatMap((sentence) => {
    const text = inShort(sentence, WORDING_LENGTH);
    return text === "" ? [] : [{ text, words: new Set(normalised(text).split(NO_WORD)) }];
  });
}

/** The one that has most of a fact's words; null when it has none of them, as when they are spread over the whole text. */
function wordingOf(fact: Fact, wordings: readonly Wording[]): string | null {
  const telling = normalised(fact.text)
    .split(NO_WORD)
    .filter((word) => word.length > 3);
  let best: string | null = null;
  let most = 0;
  for (const { text, words } of wordings) {
    const found = telling.filter((word) => words.has(word)).length;
    if (found <= most) continue;
    most = found;
    best = text;
  }
  return best;
}

function factsOf(keys: KeyInformation, goals: GoalTree): readonly Fact[] {
  const open = [...goals.goals.values()].filter((goal) => goal.parentId !== null && isOpen(goal.status));
  const facts = (kind: LedgerLine["kind"], notes: readonly Noted[]): readonly Fact[] =>
    notes.map(({ text, sequence }) => ({ kind, text, sequence })).reverse();
  return [
    ...open.map((goal): Fact => ({ kind: "goal", text: goal.title, sequence: goal.firstMessage ?? 0 })),
    ...facts("requirement", keys.requirements),
    ...facts("decision", keys.decisions),
    ...facts("file", [...keys.files.values()]),
    ...facts("number", [...keys.numbers.values()]),
  ];
}

function stateOf(fact: Fact, text: string, words: ReadonlySet<string>): LedgerLine["state"] {
  const wanted = normalised(fact.text).replace(/…$/u, "");
  if (wanted === "" || text.includes(wanted)) return "kept";
  switch (fact.kind) {
    case "number":
      return "dropped";
    case "file": {
      const name = wanted.split("/").at(-1) ?? wanted;
      return name !== "" && text.includes(name) ? "reworded" : "dropped";
    }
    case "goal":
    case "requirement":
    case "decision": {
      const telling = wanted.split(/[^\p{L}\p{N}_]+/u).filter((word) => word.length > 3);
      const present = telling.filter((word) => words.has(word)).length;
      return telling.length > 0 && present / telling.length >= REWORDED_SHARE ? "reworded" : "dropped";
    }
  }
}

function normalised(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ").trim();
}

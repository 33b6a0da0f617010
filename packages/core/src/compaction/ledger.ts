import type { GoalTree } from "../goals/goal.ts";
import { isOpen } from "../goals/goal-tree.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { LEDGER_LINES } from "../tunables.ts";
import type { KeyInformation, Noted } from "./extract.ts";

type Fact = Omit<LedgerLine, "state">;

/** This share of a sentence's longer words has to be there for it to count as reworded. */
const REWORDED_SHARE = 0.6;

/**
 * Marks each open goal, requirement, decision, file and number of what was folded as kept, reworded or dropped in what the view shows now
 * (C6b): present word for word, present by its key, absent. By code, so that a summariser can't vouch for itself.
 */
export function ledgerOf(keys: KeyInformation, goals: GoalTree, shown: string): readonly LedgerLine[] {
  const text = normalised(shown);
  const words = new Set(text.split(/[^\p{L}\p{N}_]+/u));
  return factsOf(keys, goals)
    .slice(0, LEDGER_LINES)
    .map((fact) => ({ ...fact, state: stateOf(fact, text, words) }));
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

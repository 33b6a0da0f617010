import type { GoalTree } from "../goals/goal.ts";
import { isOpen } from "../goals/goal-tree.ts";
import type { LedgerLine } from "../log/run-event.ts";
import { MAX_LEDGER_LINES } from "../tunables.ts";
import type { KeyInformation, Note } from "../context/extract.ts";
import { shorten } from "../context/placeholder.ts";

type Fact = Omit<LedgerLine, "state">;

/** A sentence counts as reworded if at least this share of its longer words is present. */
const REWORDED_SHARE = 0.6;

/**
 * Marks each open goal, requirement, decision, file and number of the folded messages as kept (present word for word), reworded (present by
 * its key words) or dropped (absent) in `shown`, the text that the view shows now. Done by code, so that a model cannot vouch for its own
 * summary.
 */
export function buildLedger(keys: KeyInformation, goals: GoalTree, shown: string): readonly LedgerLine[] {
  let wordings: readonly Wording[] | undefined;
  return judgeFacts(keys, goals, shown).map((line) => {
    if (line.state !== "reworded") return line;
    wordings ??= splitWordings(shown);
    const now = closestWording(line, wordings);
    return now === null ? line : { ...line, now };
  });
}

/** Returns the ledger without the wordings that replace reworded facts, which take longest to find. */
export function judgeFacts(keys: KeyInformation, goals: GoalTree, shown: string): readonly LedgerLine[] {
  const text = normalize(shown);
  const words = new Set(splitWords(text));
  return collectFacts(keys, goals)
    .slice(0, MAX_LEDGER_LINES)
    .map((fact) => ({ ...fact, state: factState(fact, text, words) }));
}

const MAX_WORDING_LENGTH = 240;

type Wording = { readonly text: string; readonly words: ReadonlySet<string> };

/** The lines and sentences of a text, each with its words. */
function splitWordings(shown: string): readonly Wording[] {
  return shown.split(/(?<=[.!?。！？])\s+|\n+/u).flatMap((sentence) => {
    const text = shorten(sentence, MAX_WORDING_LENGTH);
    return text === "" ? [] : [{ text, words: new Set(splitWords(normalize(text))) }];
  });
}

/** The wording that shares the most words with a fact; null if none shares any. */
function closestWording(fact: Fact, wordings: readonly Wording[]): string | null {
  const words = significantWords(normalize(fact.text));
  let best: string | null = null;
  let mostMatches = 0;
  for (const wording of wordings) {
    const matches = words.filter((word) => wording.words.has(word)).length;
    if (matches <= mostMatches) continue;
    mostMatches = matches;
    best = wording.text;
  }
  return best;
}

function collectFacts(keys: KeyInformation, goals: GoalTree): readonly Fact[] {
  const open = [...goals.goals.values()].filter((goal) => goal.parentId !== null && isOpen(goal.status));
  const facts = (kind: LedgerLine["kind"], notes: readonly Note[]): readonly Fact[] =>
    notes.map(({ text, sequence }) => ({ kind, text, sequence })).reverse();
  return [
    ...open.map((goal): Fact => ({ kind: "goal", text: goal.title, sequence: goal.firstMessage ?? 0 })),
    ...facts("requirement", keys.requirements),
    ...facts("decision", keys.decisions),
    ...facts("file", [...keys.files.values()]),
    ...facts("number", [...keys.numbers.values()]),
  ];
}

function factState(fact: Fact, text: string, words: ReadonlySet<string>): LedgerLine["state"] {
  const factText = normalize(fact.text).replace(/…$/u, "");
  if (text.includes(factText)) return "kept";
  switch (fact.kind) {
    case "number":
      return "dropped";
    case "file": {
      const name = factText.split("/").at(-1) ?? factText;
      return name !== "" && text.includes(name) ? "reworded" : "dropped";
    }
    case "goal":
    case "requirement":
    case "decision": {
      const expected = significantWords(factText);
      const present = expected.filter((word) => words.has(word)).length;
      // Without longer words there is nothing to compare: 0 / 0 is not at least the share.
      return present / expected.length >= REWORDED_SHARE ? "reworded" : "dropped";
    }
  }
}

function splitWords(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}_]+/u);
}

function significantWords(text: string): readonly string[] {
  return splitWords(text).filter((word) => word.length > 3);
}

function normalize(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ").trim();
}

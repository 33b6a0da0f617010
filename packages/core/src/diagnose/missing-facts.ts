import type { Entry } from "../log/entry.ts";
import { ERASED_TEXT } from "../log/erased.ts";
import type { AssistantMessage } from "../log/message.ts";
import type { LedgerLine, RunEventPayloads } from "../log/run-event.ts";
import { analyzeText } from "../search/analyze-text.ts";
import type { EntryLine, MissingFact, MissingFinding } from "./finding.ts";

/** The kinds of facts that a ledger can show to be absent. Goals are in every request, and a call that names a file knows it. */
const KINDS = ["requirement", "decision", "number"] as const satisfies readonly LedgerLine["kind"][];
type Kind = (typeof KINDS)[number];

/** The dropped facts that are followed, newest compaction first: each message is compared with all of them. */
const MAX_FOLLOWED = 40;
/** A failure repeats a fact if its text contains at least this share of its terms, and at least two of them. */
const REPEATED_SHARE = 0.6;
const LEAST_TERMS = 2;
/** A shorter number proves nothing without another word of its line: 404 is both a price and a status. */
const TELLING_NUMBER_LENGTH = 5;
const MAX_SHOWN = 3;
/** In characters: a failed command may print a whole log. */
const MAX_COMPARED = 20_000;

/** A fact that a compaction dropped, while it is absent from the context, or since a call failed without it. */
type Followed = {
  readonly kind: Kind;
  readonly text: string;
  readonly source: number;
  readonly compaction: Compaction;
  readonly normalized: string;
  readonly terms: readonly string[];
  /** The first call that failed without it. */
  failedAt: number | null;
  /** The first failed call that repeats it, and its goal that failed with a result that does. */
  evidence: EntryLine | null;
  readonly goals: Map<string, EntryLine>;
  /** The entry that stated it again after the failure. */
  againAt: number | null;
};

type Compaction = { readonly sequence: number } & Pick<
  RunEventPayloads["compaction.finished"],
  "beforeTokens" | "afterTokens"
>;

/** The facts that a run no longer had in its context when its calls failed, folded entry by entry. */
export type MissingState = {
  readonly followed: Map<string, Followed>;
  /** The arguments of calls that have no result yet, by id. */
  readonly open: Map<string, string>;
};

export function createMissing(): MissingState {
  return { followed: new Map(), open: new Map() };
}

/** Forgets the failures of an earlier turn. The facts that its compactions dropped are absent from the next one too. */
export function continueMissing({ followed }: MissingState): MissingState {
  const absent = [...followed].filter(([, { againAt }]) => againAt === null);
  return {
    ...createMissing(),
    followed: new Map(
      absent.map(([key, fact]) => [key, { ...fact, failedAt: null, evidence: null, goals: new Map() }]),
    ),
  };
}

/** Folds one entry into the state. Entries arrive in order. */
export function observeMissing(state: MissingState, entry: Entry): void {
  if (entry.kind === "event") {
    if (entry.type === "compaction.finished") addLedger(state, entry.sequence, entry.data);
    else if (entry.type === "compaction.pinned") restate(state, entry.sequence, entry.data.text);
    else if (entry.type === "goals.changed") closeGoals(state, entry.sequence, entry.data);
    return;
  }
  if (entry.kind !== "message" || state.followed.size === 0) return;
  if (entry.role === "user")
    for (const part of entry.parts) if (part.type === "text") restate(state, entry.sequence, part.text);
  if (entry.role === "assistant") observeTurn(state, entry);
  if (entry.role !== "tool") return;
  const { sequence, goalId, toolCallId, output, outcome } = entry;
  const input = state.open.get(toolCallId) ?? "";
  state.open.delete(toolCallId);
  // Compared before the result is in the context: the call was made without it.
  if (outcome === "error") failWithout(state, { sequence, goalId, text: output }, input);
  restate(state, sequence, output);
}

function observeTurn(state: MissingState, { sequence, text, toolCalls }: AssistantMessage): void {
  restate(state, sequence, text);
  for (const { id, arguments: input } of toolCalls) {
    restate(state, sequence, input);
    state.open.set(id, input);
  }
}

/**
 * Returns what was missing, as far as the log shows it: a fact that a compaction dropped, that was in no message from there to a call that failed, and
 * that this call, or a goal that is failed now, repeats. Null without one. Rules of people come first, then decisions, then numbers; of one kind, first the
 * fact that the call itself repeats. Where only a goal repeats it, the first call that failed without it stands for the failure.
 */
export function missingFinding(
  { followed }: MissingState,
  failedGoals: ReadonlyMap<string, EntryLine>,
): MissingFinding | null {
  const missed = [...followed.values()].flatMap((fact) => toMissing(fact, failedGoals));
  missed.sort(
    (left, right) =>
      KINDS.indexOf(left.kind) - KINDS.indexOf(right.kind) ||
      Number(isRepeated(right)) - Number(isRepeated(left)),
  );
  const [first] = missed;
  if (first === undefined) return null;
  const together = missed.filter(
    ({ compaction, failedAt }) => compaction === first.compaction && failedAt === first.failedAt,
  );
  return {
    kind: "missing",
    ...first.compaction,
    failedAt: first.failedAt,
    facts: together.slice(0, MAX_SHOWN).map(({ fact }) => fact),
  };
}

type Missed = {
  readonly kind: Kind;
  readonly compaction: Compaction;
  readonly failedAt: number;
  readonly fact: MissingFact;
};

/** Whether the failed call itself repeats the fact, and not only the result of a goal. */
function isRepeated({ failedAt, fact }: Missed): boolean {
  return fact.evidence.sequence === failedAt;
}

function toMissing(followed: Followed, failedGoals: ReadonlyMap<string, EntryLine>): readonly Missed[] {
  const { kind, text, source, compaction, againAt } = followed;
  const ofGoal = [...followed.goals.values()].find(({ goalId }) => failedGoals.has(goalId));
  const evidence = followed.evidence ?? ofGoal;
  // A call that repeats the fact failed because of it; an earlier one may have failed for any reason.
  const failedAt = followed.evidence?.sequence ?? followed.failedAt;
  if (failedAt === null || evidence === undefined) return [];
  return [{ kind, compaction, failedAt, fact: { kind, text, source, evidence, againAt } }];
}

function addLedger(
  { followed }: MissingState,
  sequence: number,
  { ledger, beforeTokens, afterTokens }: RunEventPayloads["compaction.finished"],
): void {
  const compaction = { sequence, beforeTokens, afterTokens };
  for (const line of ledger) {
    const normalized = normalizeFact(line.text);
    const known = followed.get(normalized);
    // A fact that a failure missed before this compaction remains so; its summary may have it again.
    if (known !== undefined && known.failedAt !== null) {
      if (line.state !== "dropped") known.againAt ??= sequence;
      continue;
    }
    if (line.state !== "dropped") followed.delete(normalized);
    else if (known === undefined && isFollowed(line.kind) && line.text !== ERASED_TEXT)
      followed.set(normalized, {
        ...{ kind: line.kind, text: line.text, source: line.sequence, compaction, normalized },
        ...{ terms: termsOf(line.text), failedAt: null, evidence: null, goals: new Map(), againAt: null },
      });
  }
  forgetSurplus(followed);
}

/** Numbers give way to rules and decisions, older facts to newer ones. Facts that a failure missed stay. */
function forgetSurplus(followed: MissingState["followed"]): void {
  if (followed.size <= MAX_FOLLOWED) return;
  const unmissed = [...followed].filter(([, { failedAt }]) => failedAt === null);
  unmissed.sort(([, left], [, right]) => KINDS.indexOf(right.kind) - KINDS.indexOf(left.kind));
  for (const [key] of unmissed.slice(0, followed.size - MAX_FOLLOWED)) followed.delete(key);
}

function isFollowed(kind: LedgerLine["kind"]): kind is Kind {
  return kind !== "goal" && kind !== "file";
}

/** Something that contains a fact entered the context: from here on the fact is there again. */
function restate({ followed }: MissingState, sequence: number, text: string): void {
  if (text === "") return;
  let shown: string | null = null;
  for (const [key, fact] of followed) {
    if (fact.againAt !== null) continue;
    shown ??= normalizeFact(text);
    if (!shown.includes(fact.normalized)) continue;
    if (fact.failedAt === null) followed.delete(key);
    else fact.againAt = sequence;
  }
}

function failWithout({ followed }: MissingState, line: EntryLine, input: string): void {
  let terms: ReadonlySet<string> | null = null;
  for (const fact of followed.values()) {
    if (fact.againAt !== null) continue;
    fact.failedAt ??= line.sequence;
    if (fact.evidence !== null) continue;
    terms ??= new Set(termsOf(`${line.text}\n${input}`));
    if (repeats(fact, terms)) fact.evidence = { ...line, text: firstLine(line.text) };
  }
}

type Closed = EntryLine & { readonly failed: boolean };

function closeGoals(
  state: MissingState,
  sequence: number,
  { operations }: RunEventPayloads["goals.changed"],
): void {
  if (state.followed.size === 0) return;
  for (const operation of operations) {
    if (operation.op !== "status") continue;
    const { goalId, status, summary, reason } = operation;
    closeGoal(state, { sequence, goalId, failed: status === "failed", text: summary ?? reason ?? "" });
  }
}

/** A goal that failed says what is wrong, but not at which call. */
function closeGoal({ followed }: MissingState, { failed, sequence, goalId, text }: Closed): void {
  const terms = new Set(termsOf(text));
  for (const fact of followed.values()) {
    fact.goals.delete(goalId);
    if (failed && fact.failedAt !== null && repeats(fact, terms))
      fact.goals.set(goalId, { sequence, goalId, text: firstLine(text) });
  }
}

function repeats({ kind, text, terms }: Followed, found: ReadonlySet<string>): boolean {
  const common = terms.filter((term) => found.has(term));
  if (kind === "number") {
    const number = wholeNumber(terms);
    const hasOtherWord = common.some((term) => !/\d/u.test(term));
    return found.has(number) && (hasOtherWord || text.trim().length >= TELLING_NUMBER_LENGTH);
  }
  return common.length >= LEAST_TERMS && common.length / terms.length >= REPEATED_SHARE;
}

/** The terms of 3312.40 are its parts too, of which 40 proves nothing. */
function wholeNumber(terms: readonly string[]): string {
  const numbers = terms.filter((term) => /\d/u.test(term));
  return numbers.reduce((longest, term) => (term.length > longest.length ? term : longest), "");
}

/** The words of a text that say something: no function words, and of Chinese, the pairs of characters. */
function termsOf(text: string): readonly string[] {
  return [...new Set(analyzeText(text.slice(0, MAX_COMPARED)))].filter((term) => term.length >= 2);
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

/** Returns a text as facts are compared: lower case, with single spaces, and without the mark of a cut. */
export function normalizeFact(text: string): string {
  return text.toLowerCase().replace(/\s+/gu, " ").trim().replace(/…$/u, "");
}

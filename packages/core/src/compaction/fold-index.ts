import type { CallNote, KeyInformation } from "../context/extract.ts";
import { chooseFacts, findFacts, namesFirst } from "../context/find-facts.ts";
import { shorten } from "../context/placeholder.ts";
import { GOAL_TOOL, TODO_TOOL } from "../log/tool-names.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import {
  AMOUNTS_PER_CALL,
  FACTS_PER_CALL,
  FACTS_PER_RECENT_CALL,
  MENTION_AGE_DIVISOR,
  RECENT_CALLS,
} from "../tunables.ts";

const MAX_TARGET_LENGTH = 60;
const MAX_PROBLEM_LENGTH = 100;
/** The state part shows the effect of their calls. */
const STATE_TOOLS: ReadonlySet<string> = new Set([GOAL_TOOL, TODO_TOOL]);

/**
 * The share of the tokens for mentions until every call has its line: otherwise a log with long lists of numbers would leave no lines to find calls
 * by.
 */
const MENTION_SHARE = 0.75;

type Budget = { readonly tokens: number; readonly count: (text: string) => number };

/**
 * Renders the dense index of the content that a summary folds: the facts that people and the assistant mentioned, and a line per call with id, tool,
 * target, outcome and the facts of its result; newest first, as far as the tokens reach. A mention counts as newer than it is, because mentioned
 * facts are used again more often than facts of results, but mentions leave a quarter of the tokens to the lines of calls. Tokens left when every
 * call has its line go to the other mentions, then to the other facts of the calls. `shown` is the text of the summary, whose facts are not
 * repeated.
 */
export function foldIndex(keys: KeyInformation, shown: string, { tokens, count }: Budget): string {
  let room = tokens - count(render([""], [""]));
  let mentionRoom = room * MENTION_SHARE;
  const waiting: string[] = [];
  const listed = new Set<string>();
  const mentioned = new Map<string, number>();
  const lines: CallLine[] = [];
  const isNew = (fact: string): boolean => !listed.has(fact) && !shown.includes(fact);
  for (const part of newestFirst(keys)) {
    if (part.kind === "mention") {
      if (!isNew(part.fact)) continue;
      const needs = waiting.length > 0 ? Infinity : count(part.fact) + 1;
      if (needs > mentionRoom) {
        waiting.push(part.fact);
        continue;
      }
      listed.add(part.fact);
      room -= needs;
      mentionRoom -= needs;
      mentioned.set(part.fact, needs);
      continue;
    }
    const own = callFacts(part, isNew);
    for (const fact of own) listed.add(fact);
    if (STATE_TOOLS.has(part.call.tool)) continue;
    const line = fittingLine(part.call, own, { tokens: room, count });
    const needs = count(line.text) + 1;
    if (line.text === "" || needs > room) return renderIndex(mentioned, lines);
    room -= needs;
    lines.push({ call: part.call, ...line });
    // The call's line names what it was about, so the list of mentions need not.
    for (const fact of findFacts(shortTarget(part.call), FACTS_PER_CALL)) {
      listed.add(fact);
      room += mentioned.get(fact) ?? 0;
      mentioned.delete(fact);
    }
  }
  for (const fact of waiting.filter(isNew)) {
    const needs = count(fact) + 1;
    if (needs > room) break;
    room -= needs;
    listed.add(fact);
    mentioned.set(fact, needs);
  }
  return renderIndex(mentioned, extendLines(lines, isNew, { tokens: room, count }));
}

/** The line of a call in the index, and the facts in it. */
type CallLine = { readonly call: CallNote; readonly text: string; readonly facts: readonly string[] };

/** Adds the facts that the lines leave out, newest call first, as far as the tokens reach. */
function extendLines(
  lines: readonly CallLine[],
  isNew: (fact: string) => boolean,
  { tokens, count }: Budget,
): readonly CallLine[] {
  let room = tokens;
  return lines.map((line) => {
    const further = namesFirst(line.call.facts.filter(isNew));
    if (further.length === 0 || room <= 0) return line;
    const before = count(line.text);
    const longer = fittingLine(line.call, [...line.facts, ...further], { tokens: before + room, count });
    if (longer.facts.length <= line.facts.length) return line;
    room -= count(longer.text) - before;
    return { ...line, ...longer };
  });
}

function renderIndex(mentioned: ReadonlyMap<string, number>, lines: readonly CallLine[]): string {
  if (mentioned.size + lines.length === 0) return "";
  return render(
    [...mentioned.keys()],
    lines.map(({ text }) => text),
  );
}

/** A fact that people or the assistant mentioned, or a call; `age` counts the calls from the newest one, 0. */
type IndexPart =
  | { readonly kind: "mention"; readonly fact: string }
  | { readonly kind: "call"; readonly call: CallNote; readonly age: number };

/** Merges mentions and calls by their distance from the newest of them, that of mentions divided. Lazy, because most rarely fit. */
function* newestFirst({ facts, calls }: KeyInformation): Generator<IndexPart> {
  const mentions = [...facts.values()].reverse();
  const newestCalls = [...calls.values()].reverse();
  const newest = Math.max(mentions[0]?.sequence ?? 0, newestCalls[0]?.sequence ?? 0);
  let age = 0;
  for (const { text, sequence } of mentions) {
    const distance = (newest - sequence) / MENTION_AGE_DIVISOR;
    for (let call = newestCalls[age]; call !== undefined; call = newestCalls[age]) {
      if (newest - call.sequence >= distance) break;
      yield { kind: "call", call, age };
      age += 1;
    }
    yield { kind: "mention", fact: text };
  }
  for (const call of newestCalls.slice(age)) {
    yield { kind: "call", call, age };
    age += 1;
  }
}

function callFacts(
  { call, age }: Extract<IndexPart, { kind: "call" }>,
  isNew: (fact: string) => boolean,
): readonly string[] {
  const limit = age < RECENT_CALLS ? FACTS_PER_RECENT_CALL : FACTS_PER_CALL;
  return chooseFacts(call.facts, { limit, amounts: AMOUNTS_PER_CALL, accepts: isNew });
}

/** The line of a call with as many of its facts as fit; empty if not even a line without them does. */
function fittingLine(
  call: CallNote,
  facts: readonly string[],
  { tokens, count }: Budget,
): Pick<CallLine, "text" | "facts"> {
  for (let taken = facts.length; ; taken = Math.floor(taken * 0.8)) {
    const shown = facts.slice(0, taken);
    const text = callLine(call, shown);
    if (count(text) < tokens) return { text, facts: shown };
    if (taken === 0) return { text: "", facts: [] };
  }
}

/** Returns what was folded for the archive: the facts that people and the assistant mentioned, and one line for each call, oldest first. */
export function archivedIndex(keys: KeyInformation): string {
  const calls = [...keys.calls.values()].map((call) => callLine(call, call.facts));
  return [[...keys.facts.keys()].join(" "), ...calls].filter((line) => line !== "").join("\n");
}

function shortTarget({ target }: CallNote): string {
  return shorten(target, MAX_TARGET_LENGTH);
}

function callLine(call: CallNote, facts: readonly string[]): string {
  const outcome = call.outcome === "ok" ? "" : ` ${call.outcome}`;
  const problem = call.problem === "" ? "" : ` ${shorten(call.problem, MAX_PROBLEM_LENGTH)}`;
  const found = facts.length === 0 ? "" : `: ${facts.join(" ")}`;
  return `${call.id} ${call.tool}(${shortTarget(call)})${outcome}${problem}${found}`;
}

function render(facts: readonly string[], calls: readonly string[]): string {
  const mentioned =
    facts.length === 0 ? [] : [fillPrompt(compactionPrompt.mentioned, { facts: facts.join(" ") })];
  return fillPrompt(compactionPrompt.index, { lines: [...mentioned, ...calls].join("\n") });
}

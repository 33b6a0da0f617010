import type { CallNote, KeyInformation } from "../context/extract.ts";
import { chooseFacts } from "../context/find-facts.ts";
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

type Budget = { readonly tokens: number; readonly count: (text: string) => number };

/**
 * Renders the dense index of the content that a summary folds: the facts that people and the assistant mentioned, and a line per call with id, tool,
 * target, outcome and the facts of its result; newest first, as far as the tokens reach. A mention counts as newer than it is, because mentioned
 * facts are used again more often than facts of results. `shown` is the text of the summary, whose facts are not repeated.
 */
export function foldIndex(keys: KeyInformation, shown: string, { tokens, count }: Budget): string {
  let room = tokens - count(render([""], [""]));
  const listed = new Set<string>();
  const facts: string[] = [];
  const lines: string[] = [];
  const isNew = (fact: string): boolean => !listed.has(fact) && !shown.includes(fact);
  for (const part of newestFirst(keys)) {
    const own = part.kind === "mention" ? [part.fact].filter(isNew) : callFacts(part, isNew);
    for (const fact of own) listed.add(fact);
    if (part.kind === "mention" ? own.length === 0 : STATE_TOOLS.has(part.call.tool)) continue;
    const text = part.kind === "mention" ? part.fact : fittingLine(part.call, own, { tokens: room, count });
    const needs = count(text) + 1;
    if (text === "" || needs > room) break;
    room -= needs;
    (part.kind === "mention" ? facts : lines).push(text);
  }
  return facts.length + lines.length === 0 ? "" : render(facts, lines);
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
function fittingLine(call: CallNote, facts: readonly string[], { tokens, count }: Budget): string {
  for (let taken = facts.length; ; taken = Math.floor(taken * 0.8)) {
    const line = callLine(call, facts.slice(0, taken));
    if (count(line) < tokens) return line;
    if (taken === 0) return "";
  }
}

/** Returns what was folded for the archive: the facts that people and the assistant mentioned, and one line for each call, oldest first. */
export function archivedIndex(keys: KeyInformation): string {
  const calls = [...keys.calls.values()].map((call) => callLine(call, call.facts));
  return [[...keys.facts.keys()].join(" "), ...calls].filter((line) => line !== "").join("\n");
}

function callLine(call: CallNote, facts: readonly string[]): string {
  const target = shorten(call.target, MAX_TARGET_LENGTH);
  const outcome = call.outcome === "ok" ? "" : ` ${call.outcome}`;
  const problem = call.problem === "" ? "" : ` ${shorten(call.problem, MAX_PROBLEM_LENGTH)}`;
  const found = facts.length === 0 ? "" : `: ${facts.join(" ")}`;
  return `${call.id} ${call.tool}(${target})${outcome}${problem}${found}`;
}

function render(facts: readonly string[], lines: readonly string[]): string {
  return fillPrompt(compactionPrompt.index, { facts: facts.join(" "), calls: lines.join("\n") });
}

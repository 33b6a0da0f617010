import type { CallNote, KeyInformation } from "../context/extract.ts";
import { chooseFacts } from "../context/find-facts.ts";
import { shorten } from "../context/placeholder.ts";
import { GOAL_TOOL, TODO_TOOL } from "../log/tool-names.ts";
import { compactionPrompt } from "../prompts/generated/compaction.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { AMOUNTS_PER_CALL, FACTS_PER_CALL, FACTS_PER_RECENT_CALL, RECENT_CALLS } from "../tunables.ts";

const MAX_TARGET_LENGTH = 60;
const MAX_PROBLEM_LENGTH = 100;
/** The state part shows the effect of their calls. */
const STATE_TOOLS: ReadonlySet<string> = new Set([GOAL_TOOL, TODO_TOOL]);

type Budget = { readonly tokens: number; readonly count: (text: string) => number };

/**
 * Renders the dense index of what a summary folds: the facts that people and the assistant mentioned, and a line per call with id, tool, target,
 * outcome and the facts of its result; newest first, as far as the tokens reach. `shown` is the text of the summary, whose facts are not
 * repeated.
 */
export function foldIndex(keys: KeyInformation, shown: string, { tokens, count }: Budget): string {
  const frame = count(render([""], [""]));
  const room = tokens - frame;
  if (room <= 0) return "";
  const listed = new Set<string>();
  const said = [...keys.facts.keys()].reverse();
  const facts = take(notShown(said, shown), Math.floor(room / 2), count);
  for (const fact of facts.taken) listed.add(fact);
  const lines = take(callLines(keys, listed, shown), room - facts.tokens, count);
  const last = facts.taken.at(-1);
  const rest = last === undefined ? said : said.slice(said.indexOf(last) + 1);
  const more = take(notShown(rest, shown), room - facts.tokens - lines.tokens, count);
  return facts.taken.length + lines.taken.length === 0
    ? ""
    : render([...facts.taken, ...more.taken], lines.taken);
}

/** Yields the facts that a text lacks. Lazy, because the texts are long and few of the facts fit. */
function* notShown(facts: readonly string[], shown: string): Generator<string> {
  for (const fact of facts) if (!shown.includes(fact)) yield fact;
}

/** Yields the line of each call, newest first, and adds its facts to `listed`. Lazy, because most lines rarely fit. */
function* callLines({ calls }: KeyInformation, listed: Set<string>, shown: string): Generator<string> {
  for (const [age, call] of [...calls.values()].reverse().entries()) {
    const isRecent = age < RECENT_CALLS;
    const own = chooseFacts(call.facts, {
      ...{ limit: isRecent ? FACTS_PER_RECENT_CALL : FACTS_PER_CALL, amounts: AMOUNTS_PER_CALL },
      accepts: (fact) => !listed.has(fact) && !shown.includes(fact),
    });
    for (const fact of own) listed.add(fact);
    if (!STATE_TOOLS.has(call.tool)) yield callLine(call, own);
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

/** The first parts that fit. */
function take(
  parts: Iterable<string>,
  room: number,
  count: (text: string) => number,
): { readonly taken: readonly string[]; readonly tokens: number } {
  const taken: string[] = [];
  let tokens = 0;
  for (const part of parts) {
    const needs = count(part) + 1;
    if (tokens + needs > room) break;
    tokens += needs;
    taken.push(part);
  }
  return { taken, tokens };
}

import type { Graph } from "@goaltrace/core/graph";
import { numberGoals } from "@goaltrace/core/goals";
import { handleOutline, type OutlineEntry, type OutlineHandlers } from "@goaltrace/core/log";
import { pathTo } from "../selection-moves.ts";

/** What is searched for: words that all must be there, tools by name, goals by number or title. */
export type TraceQuery = {
  readonly text: string;
  readonly tools: readonly string[];
  readonly goals: readonly string[];
};

const PART = /(tool|goal):("[^"]*"|\S*)/giu;

/** Reads `tool:grep goal:2.1 some text`. Without a value a part is still being typed and asks for nothing. */
export function readQuery(typed: string): TraceQuery {
  const tools: string[] = [];
  const goals: string[] = [];
  const text = typed
    .replace(PART, (_whole, kind: string, quotedValue: string) => {
      const value = quotedValue.replaceAll('"', "").toLowerCase();
      if (value !== "") (kind.toLowerCase() === "tool" ? tools : goals).push(value);
      return " ";
    })
    .replace(/\s+/g, " ")
    .trim();
  return { text: text.toLowerCase(), tools, goals };
}

/** Whether a query asks for anything. */
export function hasConditions(query: TraceQuery): boolean {
  return query.text !== "" || query.tools.length > 0 || query.goals.length > 0;
}

/**
 * The entries that a query finds, in order. What the page holds is searched at once; `inContents` are the sequences in whose
 * contents the server found the text, null while it has not answered.
 */
export function matchEntries(
  model: { readonly graph: Graph; readonly entries: readonly OutlineEntry[] },
  query: TraceQuery,
  inContents: ReadonlySet<number> | null,
): readonly OutlineEntry[] {
  if (!hasConditions(query)) return [];
  const goals = query.goals.length === 0 ? null : matchingGoals(model.graph, query.goals);
  return model.entries.filter(
    (entry) =>
      isShown(entry) &&
      (goals === null || goals.has(entry.g)) &&
      (query.tools.length === 0 || query.tools.some((tool) => toolName(entry).includes(tool))) &&
      (query.text === "" || inContents?.has(entry.q) === true || searchText(entry).includes(query.text)),
  );
}

/** What an entry says in the skeleton, in lower case. */
function searchText(entry: OutlineEntry): string {
  return describeEntry(entry).toLowerCase();
}

/** An entry in the log's own words, for searching and for ordering by description. */
export function describeEntry(entry: OutlineEntry): string {
  return handleOutline(SEARCHABLE_TEXT, null, entry) ?? ("d" in entry ? entry.d : "");
}

/** The kinds that are found by more than the line that the log holds of them, or by something else. */
const SEARCHABLE_TEXT: OutlineHandlers<null, string> = {
  tool: (_, { name, d }) => `${name} ${d}`,
  started: (_, { name }) => name,
  goals: (_, { ops }) => ops.map((operation) => ("title" in operation ? operation.title : "")).join(" "),
  loop: (_, { detector, action }) => `${detector} ${action}`,
  end: (_, { status, d }) => `${status} ${d}`,
};

function toolName(entry: OutlineEntry): string {
  return entry.k === "tool" ? entry.name.toLowerCase() : "";
}

/** The beginning of a call is found through its result. */
function isShown(entry: OutlineEntry): boolean {
  return entry.k !== "started" && entry.k !== "calling";
}

/** Goals with one of the numbers or with a word in their title, and everything below them. */
function matchingGoals(graph: Graph, names: readonly string[]): ReadonlySet<string> {
  const numbers = numberGoals(graph);
  const named = new Set<string>();
  for (const goal of graph.goals.values()) {
    const title = goal.title.toLowerCase();
    if (names.some((name) => numbers.get(goal.id) === name || title.includes(name))) named.add(goal.id);
  }
  return new Set([...graph.goals.keys()].filter((id) => pathTo(graph, id).some((above) => named.has(above))));
}

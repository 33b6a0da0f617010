import type { Graph } from "@goaltrace/core/graph";
import { handleOutline, type OutlineEntry, type OutlineHandlers } from "@goaltrace/core/log";
import { pathTo } from "../state/selection-moves.ts";
import { planNumbers } from "../state/plan-order.ts";

/** A search query: text, tools by name, and goals by number or title. */
export type TraceQuery = {
  readonly text: string;
  readonly tools: readonly string[];
  readonly goals: readonly string[];
};

const PART = /(tool|goal):("[^"]*"|\S*)/giu;

/** Parses `tool:grep goal:2.1 some text`. A part without a value is still being typed and is ignored. */
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

/** Whether a query has any condition. */
export function hasConditions(query: TraceQuery): boolean {
  return query.text !== "" || query.tools.length > 0 || query.goals.length > 0;
}

/**
 * Returns the entries that match a query, in order. The outline is searched locally; `inContents` are the sequences whose contents match on
 * the server, null until it responds.
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

/** Returns the searchable text of an entry in the outline, in lower case. */
function searchText(entry: OutlineEntry): string {
  return describeEntry(entry).toLowerCase();
}

/** Returns the text of an entry for searching and for sorting by description. */
export function describeEntry(entry: OutlineEntry): string {
  return handleOutline(SEARCHABLE_TEXT, null, entry) ?? ("d" in entry ? entry.d : "");
}

/** The kinds that are searched by more than, or something other than, their line in the log. */
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

/** The start of a call is found through its result. */
function isShown(entry: OutlineEntry): boolean {
  return entry.k !== "started" && entry.k !== "calling";
}

/** Returns the goals with a matching number or title, and their descendants. */
function matchingGoals(graph: Graph, names: readonly string[]): ReadonlySet<string> {
  const numbers = planNumbers(graph);
  const named = new Set<string>();
  for (const goal of graph.goals.values()) {
    const title = goal.title.toLowerCase();
    if (names.some((name) => numbers.get(goal.id) === name || title.includes(name))) named.add(goal.id);
  }
  return new Set([...graph.goals.keys()].filter((id) => pathTo(graph, id).some((above) => named.has(above))));
}

import { DISTANCES } from "@goaltrace/core/graph";
import type { Distance } from "@goaltrace/core/graph";
import { readEntryRef, writeEntryRef, writeQuery } from "../../../lib/trace-address.ts";

/** The views of the main panel. */
export const MAIN_VIEWS = ["graph", "transcript", "timeline", "table", "context"] as const;
export type MainView = (typeof MAIN_VIEWS)[number];

/** Tabs of the inspector. */
export const INSPECTOR_TABS = ["io", "context", "cost", "memory", "notes", "raw"] as const;
export type InspectorTab = (typeof INSPECTOR_TABS)[number];

/** The run filters: everything, or only failed goals and their ancestors. */
export const RUN_FILTERS = ["all", "failing"] as const;
export type RunFilter = (typeof RUN_FILTERS)[number];

/** The sortable columns of the table. */
export const TABLE_COLUMNS = [
  "sequence",
  "at",
  "description",
  "goal",
  "duration",
  "in",
  "out",
  "cost",
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];
export type TableSort = { readonly column: TableColumn; readonly descending: boolean };

/** A time span in whole milliseconds since the first entry. */
export type Span = { readonly from: number; readonly to: number };

/** The whole view state. It is stored in the URL, so that a link shows the same view to others. */
export type ViewState = {
  readonly mainView: MainView;
  readonly goal: string | null;
  readonly sequence: number | null;
  /** The displayed moment: later entries are hidden. Null displays the current state. */
  readonly moment: number | null;
  readonly filter: RunFilter;
  /** The trace to compare with. */
  readonly compare: string | null;
  /** Goals with an expanded edge. */
  readonly open: readonly string[];
  /** Goals whose folding differs from the initial one. */
  readonly folded: readonly string[];
  /** Hides abandoned branches. */
  readonly hideAbandoned: boolean;
  readonly tab: InspectorTab;
  /** How much the graph shows of each goal; null lets the graph choose when it opens. */
  readonly distance: Distance | null;
  /** Bands of the graph that a person has folded, or opened where the distance folds them, and sub-agents that the timeline unfolds. */
  readonly bands: readonly string[];
  /** The visible part of the timeline; null for all of it. */
  readonly span: Span | null;
  readonly sort: TableSort;
  /** Shows the bookkeeping of the runtime in transcript and table. */
  readonly runtime: boolean;
  /** The search text; empty for none. */
  readonly search: string;
};

/** The view of a URL without parameters. */
export const INITIAL_VIEW: ViewState = {
  mainView: "graph",
  goal: null,
  sequence: null,
  moment: null,
  filter: "all",
  compare: null,
  open: [],
  folded: [],
  hideAbandoned: false,
  tab: "io",
  distance: null,
  bands: [],
  span: null,
  sort: { column: "sequence", descending: false },
  runtime: false,
  search: "",
};

/**
 * Parses the view of a run from URL parameters. Total: invalid values, and entries of other runs, become defaults. Earlier links named the
 * selection `seq` and the moment `step`, both by number alone.
 */
export function readViewState(parameters: { get(name: string): string | null }, traceId: string): ViewState {
  const readEntry = (name: string, earlierName: string): number | null => {
    const entry = readEntryRef(parameters.get(name));
    return entry?.traceId === traceId ? entry.sequence : readSequence(parameters.get(earlierName));
  };
  return {
    mainView: readChoice(parameters.get("view"), MAIN_VIEWS) ?? INITIAL_VIEW.mainView,
    goal: parameters.get("goal") || null,
    sequence: readEntry("sel", "seq"),
    moment: readEntry("at", "step"),
    filter: readChoice(parameters.get("filter"), RUN_FILTERS) ?? INITIAL_VIEW.filter,
    compare: parameters.get("compare") || null,
    open: readList(parameters.get("open")),
    folded: readList(parameters.get("fold")),
    hideAbandoned: parameters.get("hide") === "abandoned",
    tab: readChoice(parameters.get("tab"), INSPECTOR_TABS) ?? INITIAL_VIEW.tab,
    distance: readChoice(parameters.get("distance"), DISTANCES) ?? INITIAL_VIEW.distance,
    bands: readList(parameters.get("bands")),
    span: readSpan(parameters.get("span")),
    sort: readSort(parameters.get("sort")),
    runtime: parameters.get("runtime") === "shown",
    search: parameters.get("q") ?? "",
  };
}

/** Returns the query string of a view of a run. Omits defaults; the initial view is `?`. */
export function viewHref(view: ViewState, traceId: string): string {
  const parameters = new URLSearchParams();
  const { span, sort } = view;
  if (view.mainView !== INITIAL_VIEW.mainView) parameters.set("view", view.mainView);
  if (view.goal !== null) parameters.set("goal", view.goal);
  if (view.sequence !== null) parameters.set("sel", writeEntryRef({ traceId, sequence: view.sequence }));
  if (view.moment !== null) parameters.set("at", writeEntryRef({ traceId, sequence: view.moment }));
  if (view.filter !== INITIAL_VIEW.filter) parameters.set("filter", view.filter);
  if (view.compare !== null) parameters.set("compare", view.compare);
  if (view.open.length > 0) parameters.set("open", view.open.map(escapeItem).join(","));
  if (view.folded.length > 0) parameters.set("fold", view.folded.map(escapeItem).join(","));
  if (view.hideAbandoned) parameters.set("hide", "abandoned");
  if (view.tab !== INITIAL_VIEW.tab) parameters.set("tab", view.tab);
  if (view.distance !== null) parameters.set("distance", view.distance);
  if (view.bands.length > 0) parameters.set("bands", view.bands.map(escapeItem).join(","));
  if (span) parameters.set("span", `${span.from}_${span.to}`);
  if (view.runtime) parameters.set("runtime", "shown");
  if (sort.column !== INITIAL_VIEW.sort.column || sort.descending)
    parameters.set("sort", `${sort.descending ? "-" : ""}${sort.column}`);
  if (view.search !== "") parameters.set("q", view.search);
  return `?${writeQuery(parameters)}`;
}

/** Among the bands of a view: a person has unfolded all that were folded at first. No goal and no run has this id. */
export const NONE_FOLDED = "-";

/** Adds an item, or removes it when it is present. */
export function toggled(items: readonly string[], item: string): readonly string[] {
  return items.includes(item) ? items.filter((other) => other !== item) : [...items, item];
}

/**
 * Returns the sequence around which an open edge shows its turns: the selection when it is on that edge. Undefined means the start of the
 * edge.
 */
export function openAround(view: Pick<ViewState, "goal" | "sequence">, goalId: string): number | undefined {
  return view.goal === goalId ? (view.sequence ?? undefined) : undefined;
}

function readChoice<Choice extends string>(
  text: string | null,
  choices: readonly Choice[],
): Choice | undefined {
  return choices.find((choice) => choice === text);
}

function readSequence(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null;
}

function readSpan(text: string | null): Span | null {
  const match = /^(\d{1,15})_(\d{1,15})$/.exec(text ?? "");
  if (!match) return null;
  const [from, to] = [Number(match[1]), Number(match[2])];
  return to > from ? { from, to } : null;
}

function readSort(text: string | null): TableSort {
  const name = (text ?? "").replace(/^-/, "");
  // Earlier tables had one column for the tokens of a call, most of which are input.
  const column = readChoice(name === "tokens" ? "in" : name, TABLE_COLUMNS);
  return column === undefined ? INITIAL_VIEW.sort : { column, descending: text?.startsWith("-") === true };
}

function readList(text: string | null): readonly string[] {
  if (text === null) return [];
  return [...new Set(text.split(",").map(unescapeItem))].filter((item) => item !== "");
}

function escapeItem(item: string): string {
  return item.replaceAll("%", "%25").replaceAll(",", "%2C");
}

function unescapeItem(item: string): string {
  return item.replaceAll("%2C", ",").replaceAll("%25", "%");
}

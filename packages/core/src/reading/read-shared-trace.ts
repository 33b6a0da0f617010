import type { GoalStatus, GoalTree } from "../goals/goal.ts";
import { applyGoalOperation, childIds, createGoalTree } from "../goals/goal-tree.ts";
import { numberGoals } from "../goals/number-goals.ts";
import type { Entry } from "../log/entry.ts";
import type { Trace, TraceStatus, TraceTotals } from "../log/trace.ts";
import {
  SHARED_ENTRIES,
  SHARED_MASK_LOOKAHEAD,
  SHARED_TEXT_CHARACTERS,
  SHARED_TITLE_CHARACTERS,
} from "../tunables.ts";
import type { LogReader } from "./log-reader.ts";
import { readLogPages } from "./read-log.ts";

/** One message of the run. `text` is null when contents are not included. */
export type SharedEntry = {
  readonly sequence: number;
  readonly at: number;
  readonly kind: "user" | "runtime" | "assistant" | "tool";
  /** The tool name of a result, otherwise null. */
  readonly tool: string | null;
  readonly failed: boolean;
  readonly calls: number;
  readonly text: string | null;
};
export type SharedGoal = {
  readonly id: string;
  readonly depth: number;
  readonly number: string;
  readonly title: string;
  readonly status: GoalStatus;
};
/** The parts of a trace that a public link shows. The task counts as content; titles of goals do not. */
export type SharedTrace = {
  readonly title: string | null;
  readonly includeContent: boolean;
  readonly expiresAt: number;
  readonly status: TraceStatus;
  readonly agent: string;
  readonly model: string;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly totals: TraceTotals;
  /** In reading order, without the root (the task). */
  readonly goals: readonly SharedGoal[];
  /** The first 1,000 messages. */
  readonly entries: readonly SharedEntry[];
  /** All messages of the log. */
  readonly entryCount: number;
};

/** The permissions of a link. `mask` hides secrets in texts and should be linear in their length. */
export type SharedLink = Pick<SharedTrace, "includeContent" | "expiresAt"> & {
  mask(this: void, text: string): string;
};

/**
 * Reads a trace for people outside the workspace. All texts by people or models are masked and truncated, including titles of goals. One
 * pass over the log with one page in memory at a time. Callers must check access. Errors: as `resolveLog`.
 */
export async function readSharedTrace(
  reader: LogReader,
  trace: Trace,
  link: SharedLink,
): Promise<SharedTrace> {
  const show: Show = (text, maxLength) =>
    link.mask(text.slice(0, maxLength + SHARED_MASK_LOOKAHEAD)).slice(0, maxLength);
  const entries: SharedEntry[] = [];
  let goals = createGoalTree("");
  let entryCount = 0;
  for await (const page of readLogPages(reader, trace)) {
    for (const entry of page) {
      goals = applyGoals(goals, entry);
      const shared = toSharedEntry(entry, link.includeContent ? show : null);
      if (shared === null) continue;
      entryCount += 1;
      if (entries.length < SHARED_ENTRIES) entries.push(shared);
    }
  }
  return { ...sharedHeader(trace, link, show), goals: sharedGoals(goals, show), entries, entryCount };
}

/** Masks a text for the public and truncates it to `maxLength` characters. */
type Show = (text: string, maxLength: number) => string;

function sharedHeader(
  trace: Trace,
  { includeContent, expiresAt }: SharedLink,
  show: Show,
): Omit<SharedTrace, "goals" | "entries" | "entryCount"> {
  return {
    title: includeContent ? show(trace.task.trim().split("\n", 1)[0] ?? "", SHARED_TITLE_CHARACTERS) : null,
    includeContent,
    expiresAt,
    status: trace.status,
    agent: trace.agent.name,
    model: trace.models[0] ?? "",
    startedAt: trace.startedAt,
    endedAt: trace.endedAt,
    totals: trace.totals,
  };
}

function applyGoals(tree: GoalTree, entry: Entry): GoalTree {
  if (entry.kind !== "event" || entry.type !== "goals.changed") return tree;
  return entry.data.operations.reduce(applyGoalOperation, tree);
}

/** Depth first with an explicit stack: a chain of goals may be deeper than the call stack. */
function sharedGoals(tree: GoalTree, show: Show): readonly SharedGoal[] {
  const numbers = numberGoals(tree);
  const shared: SharedGoal[] = [];
  const open = childIds(tree, tree.rootId)
    .map((id) => ({ id, depth: 0 }))
    .reverse();
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { id, depth } = next;
    const goal = tree.goals.get(id);
    if (goal === undefined) continue;
    const title = show(goal.title, SHARED_TITLE_CHARACTERS);
    shared.push({ id, depth, number: numbers.get(id) ?? "", title, status: goal.status });
    open.push(
      ...childIds(tree, id)
        .map((child) => ({ id: child, depth: depth + 1 }))
        .reverse(),
    );
  }
  return shared;
}

/** Returns null for entries that are not messages. Omits texts without `show`. */
function toSharedEntry(entry: Entry, show: Show | null): SharedEntry | null {
  if (entry.kind !== "message") return null;
  const base = { sequence: entry.sequence, at: entry.at, tool: null, failed: false, calls: 0 };
  const text = (content: string): string | null => show?.(content, SHARED_TEXT_CHARACTERS) ?? null;
  switch (entry.role) {
    case "user": {
      const parts = entry.parts.map((part) => (part.type === "text" ? part.text : part.type)).join("\n");
      return { ...base, kind: entry.author === "runtime" ? "runtime" : "user", text: text(parts) };
    }
    case "assistant":
      return { ...base, kind: "assistant", calls: entry.toolCalls.length, text: text(entry.text) };
    case "tool":
      return {
        ...base,
        kind: "tool",
        tool: entry.toolName,
        failed: entry.outcome !== "ok",
        text: text(entry.output),
      };
  }
}

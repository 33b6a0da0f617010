import { countOf } from "@goaltrace/core/log";
import type { Entry } from "@goaltrace/core/log";

/** Writes the entries of a run and its sub-agents as lines of one terminal. */
export type TreeLines = {
  /** Returns what a person reads about an entry, indented below its run; null for nothing. Control characters are still in it. */
  line(entry: Entry): string | null;
  /** Indents a text of a run, and begins each of its lines with the name of the sub-agent. The root's stays as it is. */
  indent(traceId: string, text: string): string;
  /** Whether a run is a sub-agent whose start was written. */
  isAgent(traceId: string): boolean;
};

/** A sub-agent whose start was written. */
type KnownAgent = { readonly parentId: string; readonly label: string };

/**
 * Creates the lines of one tree. Sub-agents take turns in it, so their lines begin with agent and number. `own` writes an entry that belongs to
 * no start or end of a sub-agent.
 */
export function createTreeLines(own: (entry: Entry) => string | null): TreeLines {
  const agents = new Map<string, KnownAgent>();
  const numbers = new Map<string, number>();

  const add = (parentId: string, { childTraceId, agent }: { childTraceId: string; agent: string }): void => {
    if (agents.has(childTraceId)) return;
    const number = (numbers.get(agent) ?? 0) + 1;
    numbers.set(agent, number);
    agents.set(childTraceId, { parentId, label: `${agent} ${number}` });
  };
  const indent = (traceId: string, text: string): string => {
    const known = agents.get(traceId);
    if (known === undefined) return text;
    return indent(known.parentId, text.replace(/^/gmu, `    ${known.label} │ `));
  };
  return {
    indent,
    isAgent: (traceId) => agents.has(traceId),
    line: (entry) => {
      if (entry.kind === "event" && entry.type === "child.spawned") add(entry.traceId, entry.data);
      const label = (traceId: string): string => agents.get(traceId)?.label ?? "the agent above";
      if (isRepeated(entry) || (agents.has(entry.traceId) && isWrittenAbove(entry))) return null;
      const text = childLine(entry, label) ?? own(entry);
      return text === null ? null : indent(entry.traceId, text);
    },
  };
}

/** A message between agents is in the log as an event too, which is written. */
function isRepeated(entry: Entry): boolean {
  return (
    entry.kind === "message" &&
    entry.role === "user" &&
    entry.author === "agent" &&
    entry.signalId !== undefined
  );
}

/** The run above writes the task of a sub-agent and its end. */
function isWrittenAbove(entry: Entry): boolean {
  if (entry.kind === "message") return entry.role === "user" && entry.author === "agent";
  return entry.kind === "event" && entry.type === "trace.finished";
}

/** Returns the line for the start or the end of a sub-agent; null for other entries. */
function childLine(entry: Entry, label: (traceId: string) => string): string | null {
  if (entry.kind !== "event") return null;
  if (entry.type === "child.spawned") {
    const { childTraceId, prompt } = entry.data;
    return `  ⇢ ${label(childTraceId)} (${childTraceId}): ${firstLine(prompt)}`;
  }
  if (entry.type === "agent.message") {
    const { fromTraceId, text } = entry.data;
    return `  ✉ from ${label(fromTraceId)}: ${firstLine(text)}`;
  }
  if (entry.type === "child.merged") {
    const { childTraceId, merged, files, unclear, unfinished, lost } = entry.data;
    const left = [...files.map(({ path }) => path), ...unclear];
    const why = unfinished ? "unfinished, not merged" : "not merged";
    const rest = left.length === 0 ? "" : `; ${why}: ${left.join(", ")}`;
    return `  ⇠ ${label(childTraceId)} worktree: ${lost === true ? "could not be read" : `${merged} merged${rest}`}`;
  }
  if (entry.type !== "child.finished") return null;
  const { childTraceId, status, failure, lastMessage, steps, cost, unverified = [] } = entry.data;
  const price = cost === null || cost === 0 ? "" : `, $${cost.toFixed(4)}`;
  const figures = `${countOf(steps, "step")}${price}`;
  const text = firstLine(failure?.message ?? lastMessage);
  const claims = unverified.map((claim) => `\n    ! not verified: ${claim}`).join("");
  return `  ⇠ ${label(childTraceId)} ${status} (${figures}): ${text}${claims}`;
}

function firstLine(text: string): string {
  return text.trim().split("\n", 1)[0] ?? "";
}

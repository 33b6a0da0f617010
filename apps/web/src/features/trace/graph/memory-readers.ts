import type { Graph } from "@goaltrace/core/graph";
import type { OutlineEntry } from "@goaltrace/core/log";
import { entryAt } from "../state/trace-model.ts";

/** The newest entries of a goal whose threads are drawn: more would hide the graph. */
const MOST_READERS = 20;

export type Selected = { readonly goal: string | null; readonly sequence: number | null };

/** Returns the entries in the selection that read or wrote memory entries or experiences: the entry itself, or else those of the goal. */
export function memoryReaders(
  { ports }: Pick<Graph, "ports">,
  entries: readonly OutlineEntry[],
  { goal, sequence }: Selected,
): readonly number[] {
  if (sequence !== null) return entryAt(entries, sequence)?.k === "memory" ? [sequence] : [];
  const own = (ports.get(goal ?? "") ?? []).filter(({ kind }) => kind === "memory" || kind === "rules");
  return own.map(({ sequence: at }) => at).slice(-MOST_READERS);
}

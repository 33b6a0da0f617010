import type { Goal } from "../goals/goal.ts";
import { numberGoals } from "../goals/number-goals.ts";
import { deriveGraph } from "../graph/derive-graph.ts";
import type { Trace } from "../log/trace.ts";
import type { LogReader } from "./log-reader.ts";
import { readOutline } from "./read-outline.ts";

/** A goal with its display number; null for the root, and for abandoned goals with everything below them. */
export type NumberedGoal = Goal & { readonly number: string | null };

/** Returns the plan of a log: the root, then the numbered goals in plan order, then the others. Reads no contents. Errors: as `resolveLog`. */
export async function readGoals(reader: LogReader, trace: Trace): Promise<readonly NumberedGoal[]> {
  const { entries } = await readOutline(reader, trace);
  const graph = deriveGraph(trace.task, entries);
  const numbers = numberGoals(graph);
  const numbered = [...numbers].flatMap(([id, number]) => {
    const goal = graph.goals.get(id);
    return goal === undefined ? [] : [{ ...goal, number }];
  });
  const others = [...graph.goals.values()]
    .filter(({ id }) => !numbers.has(id))
    .map((goal) => ({ ...goal, number: null }));
  const [roots, abandoned] = [
    others.filter(({ id }) => id === graph.rootId),
    others.filter(({ id }) => id !== graph.rootId),
  ];
  return [...roots, ...numbered, ...abandoned];
}

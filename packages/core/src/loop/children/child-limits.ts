import { GoaltraceError } from "../../errors.ts";
import type { ChildrenLeft } from "../../ports/child-agents.ts";
import { MAX_CHILD_DEPTH, MAX_CHILDREN_PER_RUN } from "../../tunables.ts";

/**
 * Checks whether a run may start another child. Throws LIMIT_REACHED when it is too deep in the tree or the tree has too many runs.
 * `depth` is the parent's distance from the root, `started` the number of runs below the root.
 */
export function assertMayStart(run: TreePlace): void {
  const problem = childLimit(run);
  if (problem !== null) throw problem;
}

/** Returns how many more children a run may start, with the reason if none. */
export function childrenLeft(run: TreePlace): ChildrenLeft {
  const problem = childLimit(run);
  return problem === null
    ? { count: MAX_CHILDREN_PER_RUN - run.started, reason: null }
    : { count: 0, reason: problem.message };
}

type TreePlace = { readonly depth: number; readonly started: number };

function childLimit({ depth, started }: TreePlace): GoaltraceError | null {
  if (depth >= MAX_CHILD_DEPTH)
    return limit(
      `Sub-agents may be nested ${MAX_CHILD_DEPTH} deep, and this one is at that depth.`,
      "Do the work yourself, or report to your parent what is left.",
    );
  if (started >= MAX_CHILDREN_PER_RUN)
    return limit(
      `This run has started ${started} sub-agents, the most that one run may start.`,
      "Do the rest yourself, or finish and state what is left.",
    );
  return null;
}

function limit(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "LIMIT_REACHED", message, fix });
}

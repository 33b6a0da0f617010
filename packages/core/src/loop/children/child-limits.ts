import { GoaltraceError, toFailure } from "../../errors.ts";
import type { ChildrenLeft } from "../../ports/child-agents.ts";
import { MAX_CHILD_DEPTH, MAX_CHILDREN_PER_RUN } from "../../tunables.ts";

/**
 * Checks whether a run may start another child. Throws LIMIT_REACHED when it is too deep in the tree or the tree has too many runs.
 * `depth` is the parent's distance from the root, `started` the number of runs below the root.
 */
export function assertMayStart({ depth, started }: TreePlace): void {
  if (depth >= MAX_CHILD_DEPTH)
    throw limit(
      `Sub-agents may be nested ${MAX_CHILD_DEPTH} deep, and this one is at that depth.`,
      "Do the work yourself, or report to your parent what is left.",
    );
  if (started >= MAX_CHILDREN_PER_RUN)
    throw limit(
      `This run has started ${started} sub-agents, the most that one run may start.`,
      "Do the rest yourself, or finish and state what is left.",
    );
}

/** Returns how many more children a run may start, with the reason if none. */
export function childrenLeft(run: TreePlace): ChildrenLeft {
  try {
    assertMayStart(run);
    return { count: MAX_CHILDREN_PER_RUN - run.started, reason: null };
  } catch (thrown) {
    return { count: 0, reason: toFailure(thrown).message };
  }
}

type TreePlace = { readonly depth: number; readonly started: number };

function limit(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "LIMIT_REACHED", message, fix });
}

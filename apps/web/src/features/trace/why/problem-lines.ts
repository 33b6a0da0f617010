import type { Diagnosis } from "@goaltrace/core/diagnose";
import type { Graph } from "@goaltrace/core/graph";
import { numberGoals } from "@goaltrace/core/goals";

/** The outcome of the first problem: `unknown` while it is not known. */
export type Fate = "recovered" | "goal_failed" | "given_up" | "unknown";

/** The first problem of a run: its call, its goal, and its message. `tool` is empty for problems of anything other than a tool. */
export type FirstProblem = {
  readonly sequence: number;
  readonly tool: string;
  /** The number of its goal, or its title where it has none; empty for the run itself. */
  readonly place: string;
  readonly text: string;
  readonly fate: Fate;
};

/** Failed attempts of model calls for one reason. */
export type RetryReason = { readonly sequence: number; readonly count: number; readonly text: string };

/** Returns the first problem of a run; null for none. */
export function firstProblem({ findings }: Pick<Diagnosis, "findings">, graph: Graph): FirstProblem | null {
  const first = findings.find((finding) => finding.kind === "first_wrong");
  if (first === undefined) return null;
  const { sequence, goalId, recovered } = first;
  const goal = graph.goals.get(goalId);
  const number = numberGoals(graph).get(goalId);
  const errors = findings.find((finding) => finding.kind === "tool_errors")?.tools ?? [];
  const tool =
    errors.find(({ places }) => places.some((place) => place.sequence === sequence))?.toolName ?? "";
  return {
    ...{ sequence, tool },
    place: goal === undefined || goalId === graph.rootId ? "" : (number ?? goal.title),
    text: tool !== "" && first.text.startsWith(`${tool}: `) ? first.text.slice(tool.length + 2) : first.text,
    fate: fateOf(goal?.status, recovered),
  };
}

function fateOf(status: string | undefined, recovered: boolean): Fate {
  if (status === "failed") return "goal_failed";
  if (status === "abandoned") return "given_up";
  return recovered || status === "completed" ? "recovered" : "unknown";
}

/** Returns why model calls were retried, most frequent reason first. */
export function retryReasons({ findings }: Pick<Diagnosis, "findings">): readonly RetryReason[] {
  const retries = findings.find((finding) => finding.kind === "retries");
  return (retries?.reasons ?? [])
    .map(({ failure, sequences }) => ({
      ...{ sequence: sequences[0] ?? 0, count: sequences.length, text: failure.message },
    }))
    .sort((left, right) => right.count - left.count);
}

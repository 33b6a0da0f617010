import type { Diagnosis, FirstWrongFinding, ToolError } from "@goaltrace/core/diagnose";
import type { Graph } from "@goaltrace/core/graph";
import { planNumbers } from "../state/plan-order.ts";

/**
 * The outcome of a problem: `unknown` while it is not known. `recovered` only if a later call got what the failed one asked for; else the run continued
 * without it.
 */
export type Fate = "recovered" | "went_on" | "goal_failed" | "given_up" | "unknown";

/** A problem of a run: its call, its goal, and its message. `tool` is empty for problems of anything other than a tool. */
export type Problem = {
  readonly sequence: number;
  readonly tool: string;
  /** The number of its goal, or its title where it has none; empty for the run itself. */
  readonly place: string;
  readonly text: string;
  readonly fate: Fate;
};

/** Failed attempts of model calls for one reason. */
export type RetryReason = { readonly sequence: number; readonly count: number; readonly text: string };

/** The number of named problems. */
const PROBLEMS = 3;

/** Returns the first problem of a run and further errors of tools, in order, at most three: those that were not repaired before others. */
export function problemsOf({ findings }: Pick<Diagnosis, "findings">, graph: Graph): readonly Problem[] {
  const first = findings.find((finding) => finding.kind === "first_wrong");
  if (first === undefined) return [];
  const tools = findings.find((finding) => finding.kind === "tool_errors")?.tools ?? [];
  const errors = tools.flatMap(({ toolName, places }) =>
    places.map((place) => ({ ...place, tool: toolName })),
  );
  const others = errors.filter(({ sequence }) => sequence !== first.sequence);
  others.sort(
    (left, right) => Number(left.repaired) - Number(right.repaired) || left.sequence - right.sequence,
  );
  const shown = [toFound(first, errors), ...others];
  const numbers = planNumbers(graph);
  return shown
    .slice(0, PROBLEMS)
    .sort((left, right) => left.sequence - right.sequence)
    .map(({ sequence, goalId, tool, text, repaired }) => {
      const goal = graph.goals.get(goalId);
      return {
        ...{ sequence, tool, text },
        place: goal === undefined || goalId === graph.rootId ? "" : (numbers.get(goalId) ?? goal.title),
        fate: fateOf(goal?.status, { repaired, wentOn: first.recovered }),
      };
    });
}

type Found = ToolError & { readonly tool: string };

function toFound(first: FirstWrongFinding, errors: readonly Found[]): Found {
  const { sequence, goalId, repaired } = first;
  const tool = errors.find((error) => error.sequence === sequence)?.tool ?? "";
  const text =
    tool !== "" && first.text.startsWith(`${tool}: `) ? first.text.slice(tool.length + 2) : first.text;
  return { sequence, goalId, repaired, tool, text };
}

function fateOf(
  status: string | undefined,
  { repaired, wentOn }: { readonly repaired: boolean; readonly wentOn: boolean },
): Fate {
  if (status === "failed") return "goal_failed";
  if (status === "abandoned") return "given_up";
  if (repaired) return "recovered";
  return wentOn || status === "completed" ? "went_on" : "unknown";
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

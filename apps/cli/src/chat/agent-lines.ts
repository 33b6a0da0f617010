import {
  agentNames,
  countOf,
  isTerminal,
  type RunLimit,
  runLimits,
  treeBudget,
  treeRoom,
  type TreeSpending,
  workedMs,
} from "@goaltrace/core/log";
import type { TreeRun } from "@goaltrace/host";
import { formatCost, formatElapsed, formatTokens } from "./format-amounts.ts";

/** Returns one line for each sub-agent of a tree, indented by depth, and the limits that are left. `now` is in milliseconds since the epoch. */
export function agentLines(runs: readonly TreeRun[], now: number): readonly string[] {
  const { more, places, depth } = treeRoom(runs);
  const agents = runs.filter(({ parentId }) => parentId !== null);
  const working = agents.filter(({ status }) => !isTerminal(status)).length;
  const heading =
    agents.length === 0
      ? "The last run has no sub-agents."
      : `Sub-agents: ${agents.length}, ${working} at work.`;
  const room = `This run can start ${more} more, ${places} at a time, ${depth} levels deep.`;
  return [heading, ...agents.map((run) => agentLine(run, runs, now)), ...budgetLines(runs, now), room];
}

/** The part of its budget that a run and all its sub-agents have used; no line without a budget. */
function budgetLines(runs: readonly TreeRun[], now: number): readonly string[] {
  const [root] = runs;
  const spending = root === undefined ? [] : treeBudget(root, runs, now);
  if (spending.length === 0) return [];
  const used = spending.map((each) => AMOUNTS[each.unit](each)).join(", ");
  return [`Used of the budget: ${used}. The rest is for the run and all its sub-agents together.`];
}

const AMOUNTS: Readonly<Record<TreeSpending["unit"], (spending: TreeSpending) => string>> = {
  usd: ({ used, allowed }) => `${formatCost(used)} of ${formatCost(allowed)}`,
  tokens: ({ used, allowed }) => `${formatTokens(used)} of ${formatTokens(allowed)} tokens`,
  ms: ({ used, allowed }) => `${formatElapsed(used)} of ${formatElapsed(allowed)}`,
  steps: ({ used, allowed }) => `${used} of ${allowed} steps`,
};

/** How much is left of a limit; of a run that has ended, how much it used. */
function limitOf(limit: RunLimit, isOver: boolean): string {
  const used = isOver ? limit.used : limit.left;
  const amount = AMOUNTS[limit.unit]({ unit: limit.unit, used, allowed: limit.allowed });
  if (!limit.isShared) return `${amount} ${isOver ? "used" : "left"}`;
  // The rest of a shared limit is that of the whole run; what has been used is the agent's own part.
  return isOver ? `${amount} used as its part of the whole run's` : `${amount} left for the whole run`;
}

function agentLine(run: TreeRun, runs: readonly TreeRun[], now: number): string {
  const { id, title, depth, calls, cost } = run;
  const elapsed = formatElapsed(workedMs(run, now));
  const limits = runLimits(run, runs, now).map((limit) => limitOf(limit, isTerminal(run.status)));
  const figures = [elapsed, countOf(calls, "call"), formatCost(cost), ...limits].join(", ");
  return `${"  ".repeat(depth - 1)}${agentNames(runs).get(id) ?? run.agent} (${id}) ${stateOf(run)}, ${figures}: ${title}`;
}

function stateOf({ status, waitingFor, activity }: TreeRun): string {
  if (isTerminal(status)) return status;
  if (status === "waiting") return `waits for ${WAITS[waitingFor ?? "worker"]}`;
  if (status === "queued") return "waits for a place";
  return activity?.kind === "tool" ? `runs ${activity.tool} ${activity.target}`.trim() : "thinks";
}

const WAITS = {
  approval: "your approval",
  question: "your answer",
  pause: "its resumption",
  budget: "a budget",
  children: "its sub-agents",
  worker: "a worker",
  folder: "its folder",
} as const;

import { childIds } from "../../goals/goal-tree.ts";
import type { AppliedGoalOperation } from "../../goals/goal.ts";
import type { EntryDraft } from "../../log/entry.ts";
import type { RunState } from "../../loop/run-state.ts";
import type { AskAction, HelperRun } from "../../loop/strategy.ts";
import { clusterPrompt } from "../../prompts/generated/cluster.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import { goalsChanged } from "../plan/make-plan.ts";
import { MAX_CLUSTER_CALLS } from "../tunables.ts";
import { type ClusterNode, readCluster } from "./read-cluster.ts";

/** Asks for a graph of calls. An invalid one is refused as a whole; without a valid one the run has no plan and continues without. */
export function askForCluster(state: Readonly<RunState>, strategy: string): AskAction {
  return {
    ...{ kind: "ask", purpose: "plan" },
    question: fillPrompt(clusterPrompt.make, { count: String(MAX_CLUSTER_CALLS) }),
    read: (answer, run) => {
      const read = readCluster(answer, run.tools);
      return read.ok ? { ok: true, entries: entriesOf(state, read.value, { run, strategy }) } : read;
    },
    without: (_problem, run) => entriesOf(state, [], { run, strategy }),
  };
}

function entriesOf(
  state: Readonly<RunState>,
  nodes: readonly ClusterNode[],
  { run, strategy }: { readonly run: HelperRun; readonly strategy: string },
): readonly EntryDraft[] {
  const { goals } = state;
  const goalIds = new Map(nodes.map(({ id }) => [id, run.ids.next()]));
  const idOf = (id: string): string => goalIds.get(id) ?? "";
  const before = childIds(goals, goals.rootId).length;
  const created = nodes.map((node, index): AppliedGoalOperation => ({
    ...{ op: "created", goalId: idOf(node.id), parentId: goals.rootId, index: before + index },
    ...{ title: node.title, reason: null, acceptance: [], dependsOn: node.deps.map(idOf) },
  }));
  return [
    ...(created.length === 0 ? [] : [goalsChanged(state, created)]),
    {
      ...{ kind: "event", type: "plan.made", goalId: goals.rootId },
      data: {
        ...{ planId: run.ids.next(), strategy, callId: run.callId },
        steps: nodes.map(({ id, title, tool, args, deps }) => ({
          ...{ stepId: id, goalId: idOf(id), title, reason: null, dependsOn: [...deps], tool },
          arguments: JSON.stringify(args),
        })),
      },
    },
  ];
}

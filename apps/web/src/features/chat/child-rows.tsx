"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { type RunTree, runsBelow, type TreeRun, useRunTree } from "../../lib/run-tree/use-run-tree.ts";
import { AgentRow } from "../../ui/agents/agent-row.tsx";
import type { ChildRow } from "./chat-turn.ts";

export type ChildRowsProps = {
  readonly workspace: string;
  /** The run of the turn. */
  readonly traceId: string;
  readonly rows: readonly ChildRow[];
  /** Whether their reports are merged. */
  readonly isMerged: boolean;
  /** Whether a budget or limits of the run hold for its sub-agents too. */
  readonly isLimited: boolean;
};

/** The sub-agents of a call with those below them. The log of the turn names them; the tree knows their current activity, and limits that the log does not have. */
export function ChildRows({ workspace, traceId, rows, isMerged, isLimited }: ChildRowsProps): ReactElement {
  const translate = useTranslations("agents");
  const tree = useRunTree(workspace, traceId);
  return (
    <ul aria-label={translate("label")} className="pr-[15px] pb-1 pl-[39px]">
      {rows.flatMap((row) => {
        const run = currentRun(tree, row, traceId);
        const below = tree === null ? [] : runsBelow(tree, row.traceId);
        const runs = [...(tree?.runs ?? []).filter(({ id }) => id !== run.id), run];
        return [run, ...below].map((each, index) => (
          <AgentRow
            key={each.id}
            workspace={workspace}
            run={each}
            runs={runs}
            level={each.depth - run.depth}
            isBranch={index === 0 && isMerged}
            answer={index === 0 ? (row.end?.answer ?? null) : null}
            keepsLimits={isLimited || row.budget !== null}
            unverified={index === 0 ? (row.end?.unverified ?? 0) : 0}
          />
        ));
      })}
    </ul>
  );
}

/** The end that the log records is final; before it, the tree is newer. `parentId` is the run of the turn. */
function currentRun(tree: RunTree | null, row: ChildRow, parentId: string): TreeRun {
  const { traceId: id, agent, task, startedAt, budget, end } = row;
  const known = tree?.runs.find((run) => run.id === id);
  const run: TreeRun = known ?? {
    ...{ id, parentId, depth: 1, agent, title: task, status: "queued", waitingFor: null },
    ...{ toolCallId: null, phase: "idle", activity: null, calls: 0, errors: 0, tokens: 0, cost: 0 },
    ...{
      createdAt: startedAt,
      startedAt: null,
      endedAt: null,
      durationMs: 0,
      waitedMs: 0,
      modelCalls: 0,
      budget,
      answer: "",
      failure: null,
      decision: null,
    },
  };
  if (end === null) return run;
  const ended = { status: end.status, failure: end.failure, endedAt: run.endedAt ?? end.at, cost: end.cost };
  return { ...run, ...ended, waitingFor: null, activity: null, calls: known?.calls ?? end.calls };
}

"use client";
import { treeRoom } from "@goaltrace/core/log";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { treeSums } from "../../lib/run-tree/tree-sums.ts";
import { useRunTree } from "../../lib/run-tree/use-run-tree.ts";
import { useFormat } from "../../lib/use-format.ts";
import { AgentRow } from "../../ui/agents/agent-row.tsx";
import { TreeBudgetLine } from "../../ui/agents/tree-budget-line.tsx";
import { IconButton } from "../../ui/icon-button.tsx";

export type AgentsPanelProps = {
  readonly workspace: string;
  /** The last run of the conversation; null before the first. */
  readonly traceId: string | null;
  readonly onClose: () => void;
};

/** The sub-agents of the last run with their state, time and cost, their totals, and what is left of its budget and limits: the answer to `/agents`. */
export function AgentsPanel({ workspace, traceId, onClose }: AgentsPanelProps): ReactElement {
  const translate = useTranslations("agents");
  const format = useFormat();
  const tree = useRunTree(workspace, traceId);
  const runs = tree?.runs ?? [];
  const agents = runs.filter(({ parentId }) => parentId !== null);
  const sums = treeSums(runs);
  return (
    <section aria-label={translate("label")} className="border-b border-line px-4 py-2 text-12">
      <div className="flex items-center gap-3 text-ink-2">
        <span className="min-w-0 flex-1 truncate">
          {agents.length === 0 ? translate("none") : translate("count", { count: agents.length })}
        </span>
        {agents.length > 0 && (
          <span className="flex-none">
            {translate("sumWithRun", { calls: sums.calls, cost: format.cost(sums.cost) })}
          </span>
        )}
        <IconButton label={translate("close")} icon={X} size="small" onClick={onClose} />
      </div>
      {agents.length > 0 && (
        <ul aria-label={translate("tree")} className="max-h-60 overflow-y-auto">
          {agents.map((run) => (
            <AgentRow
              key={run.id}
              workspace={workspace}
              run={run}
              runs={runs}
              level={run.depth - 1}
              answer={null}
              unverified={0}
            />
          ))}
        </ul>
      )}
      <TreeBudgetLine run={runs[0]} runs={runs} />
      <p className="pt-1 text-ink-3">{translate("room", treeRoom(runs))}</p>
    </section>
  );
}

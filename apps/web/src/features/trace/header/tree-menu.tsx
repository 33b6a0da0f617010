"use client";
import { Bot } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { treeSums } from "../../../lib/run-tree/tree-sums.ts";
import type { RunTree } from "../../../lib/run-tree/use-run-tree.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { AgentRow } from "../../../ui/agents/agent-row.tsx";
import { TreeBudgetLine } from "../../../ui/agents/tree-budget-line.tsx";
import { Button } from "../../../ui/button.tsx";
import { Popover } from "../../../ui/popover.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { useFollowPageTree, usePageTree } from "../state/use-page-tree.ts";
import { startedIn } from "./started-in.ts";

/** The runs of the tree with their activity and cost, and the totals. Renders nothing for a run without others. */
export function TreeMenu(): ReactElement | null {
  const translate = useTranslations("agents");
  const { workspace, traceId } = useRun();
  useFollowPageTree();
  const tree = usePageTree();
  const graph = useLog((log) => log.fullModel.graph);
  if (tree === null || tree.runs.length < 2) return null;
  const label = translate("count", { count: tree.runs.length - 1 });
  return (
    <Popover
      label={translate("tree")}
      trigger={
        <Button variant="ghost" icon={Bot} title={label}>
          <span className="phone:sr-only">{label}</span>
          <span aria-hidden="true" className="hidden phone:inline">
            {tree.runs.length - 1}
          </span>
        </Button>
      }
    >
      <ul aria-label={translate("tree")} className="max-h-[60vh] overflow-y-auto">
        {tree.runs.map((run, index) => (
          <AgentRow
            key={run.id}
            workspace={workspace}
            run={run}
            runs={tree.runs}
            level={run.depth}
            isBranch={(graph.agents.get(run.id)?.branch ?? null) !== null}
            startedIn={startedIn(graph, tree.runs, index)}
            answer={run.id === traceId ? translate("thisRun") : null}
            unverified={0}
          />
        ))}
      </ul>
      <Sums tree={tree} />
      <TreeBudgetLine run={tree.runs[0]} runs={tree.runs} />
    </Popover>
  );
}

function Sums({ tree }: { readonly tree: RunTree }): ReactElement {
  const translate = useTranslations("agents");
  const format = useFormat();
  const { calls, tokens, cost } = treeSums(tree.runs);
  return (
    <p
      className={classNames(
        "mt-1 flex items-center gap-3 border-t border-line pt-2 text-12 text-ink-2",
        cost === null && "text-ink-3",
      )}
    >
      <span className="flex-1">{translate("total")}</span>
      <span>{translate("calls", { count: calls })}</span>
      <span>{translate("tokens", { count: format.tokens(tokens) })}</span>
      <span>{format.cost(cost)}</span>
    </p>
  );
}

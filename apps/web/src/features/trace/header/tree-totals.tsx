"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { treeSums } from "../../../lib/run-tree/tree-sums.ts";
import { runsBelow } from "../../../lib/run-tree/use-run-tree.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { useRun } from "../state/debugger-provider.tsx";
import { useTreeThen } from "../state/use-page-tree.ts";

/** The figures of the run together with all sub-agents below it. Renders nothing without them, and while the page shows an earlier moment. */
export function TreeTotals(): ReactElement | null {
  const translate = useTranslations("agents");
  const format = useFormat();
  const { traceId } = useRun();
  const tree = useTreeThen();
  const own = tree?.runs.find(({ id }) => id === traceId);
  if (tree === null || own === undefined) return null;
  const below = runsBelow(tree, traceId);
  if (below.length === 0) return null;
  const { calls, tokens, cost } = treeSums([own, ...below]);
  return (
    <div className="flex gap-1 whitespace-nowrap phone:-order-4 phone:flex-none">
      <dt className="text-ink-3">
        <span className="phone:hidden">{translate("withAgents")}</span>
        <span className="hidden phone:inline">{translate("withAgentsShort")}</span>
      </dt>
      <dd className="phone:hidden">
        {translate("treeFigures", { calls, tokens: format.tokens(tokens), cost: format.cost(cost) })}
      </dd>
      <dd className="hidden phone:block">{format.cost(cost)}</dd>
    </div>
  );
}

"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { treeSums } from "../../lib/run-tree/tree-sums.ts";
import { useRunTree } from "../../lib/run-tree/use-run-tree.ts";
import { useFormat } from "../../lib/use-format.ts";
import type { Turn } from "./chat-turn.ts";

type TurnCostProps = { readonly workspace: string; readonly turn: Turn };

/** The cost of a turn. With sub-agents it says whether theirs is in it: the log of the turn has only its own, their tree has all. */
export function TurnCost({ workspace, turn }: TurnCostProps): ReactElement {
  const format = useFormat();
  const hasAgents = turn.items.some(
    (item) => item.kind === "tools" && item.rows.some(({ children }) => children.length > 0),
  );
  return hasAgents ? (
    <CostWithAgents workspace={workspace} turn={turn} />
  ) : (
    <>{format.cost(turn.totals.cost)}</>
  );
}

function CostWithAgents({ workspace, turn }: TurnCostProps): ReactElement {
  const translate = useTranslations("chat.turn");
  const format = useFormat();
  const tree = useRunTree(workspace, turn.traceId);
  return tree === null ? (
    <>{translate("costWithoutAgents", { cost: format.cost(turn.totals.cost) })}</>
  ) : (
    <>{translate("costWithAgents", { cost: format.cost(treeSums(tree.runs).cost) })}</>
  );
}

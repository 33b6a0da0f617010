"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { type Fact, Facts } from "../inspector/facts.tsx";
import { useActions, useLog } from "../state/debugger-provider.tsx";
import { costOfAllTurns } from "../state/turn-cost.ts";
import { costSummary } from "./cost-summary.ts";
import type { GoalPrice } from "./expensive-goals.ts";
import { useGoalPrices } from "./use-goal-prices.ts";

/** The most expensive parts of the run, as of the displayed moment: nothing without goals or prices. */
export function CostFacts(): ReactElement | null {
  const translate = useTranslations("inspector.overview");
  const format = useFormat();
  const { model, prices } = useGoalPrices();
  const totals = useLog((log) => log.totals);
  const summary = useMemo(() => costSummary(model.graph, prices), [model, prices]);
  if (summary === null) return null;
  const { whole, stage, single, itself } = summary;
  const [dearest, second] = (itself?.cost ?? 0) > (stage?.cost ?? 0) ? [itself, stage] : [stage, itself];
  const all = translate(costOfAllTurns(model, totals) === null ? "ofWhole" : "ofAllTurns", {
    cost: format.cost(whole),
  });
  const row = (name: string, price: GoalPrice | null, of = ""): Fact => [
    name,
    price !== null && <Price price={price} of={of} />,
  ];
  const goal = row(translate("dearestGoal"), single);
  return (
    <Facts
      facts={
        second?.isRunItself === true
          ? [row(translate("dearest"), dearest, all), goal, row(translate("outsideGoals"), second)]
          : [row(translate("dearest"), dearest, all), row(translate("dearestStage"), second), goal]
      }
    />
  );
}

/** A goal with its cost, or the cost of the run's own work; pressing it selects the goal. */
function Price({ price, of }: { readonly price: GoalPrice; readonly of: string }): ReactElement {
  const translate = useTranslations("inspector.overview");
  const format = useFormat();
  const { selectGoal } = useActions();
  const { goalId, isRunItself, number, title, cost } = price;
  return (
    <button
      type="button"
      onClick={() => {
        selectGoal(goalId);
      }}
      className="flex min-h-6 w-full items-baseline gap-2 rounded-sm text-left hover:bg-ink/4 phone:min-h-11 pointer-coarse:min-h-11"
    >
      <span className="line-clamp-2 min-w-0 flex-1">
        {isRunItself
          ? of === ""
            ? translate("outsideGoalsIs")
            : translate("outsideGoals")
          : [number, title].filter((part) => part !== null).join(" ")}
      </span>
      <span className="flex-none text-11 whitespace-nowrap">
        {format.cost(cost)}
        {of !== "" && <span className="text-ink-3">{` ${of}`}</span>}
      </span>
    </button>
  );
}

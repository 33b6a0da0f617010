"use client";
import type { Entry } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useLog } from "../state/debugger-provider.tsx";
import { planNumbers } from "../state/plan-order.ts";

/** Returns a function that names the agent and goal of an entry: "general, goal 2.1 Find the cause". */
export function useEntryOrigin(): (entry: Pick<Entry, "goalId">) => string {
  const translate = useTranslations("inspector.entry");
  const { trace, model } = useLog(({ trace, model }) => ({ trace, model }));
  const numbers = useMemo(() => {
    return planNumbers(model.graph);
  }, [model]);
  return ({ goalId }) => {
    const goal = model.graph.goals.get(goalId);
    const number = numbers.get(goalId);
    if (!goal || goal.id === model.graph.rootId) return trace.agent.name;
    // An abandoned goal no longer has a number.
    if (number === undefined)
      return translate("atUnnumbered", { agent: trace.agent.name, title: goal.title });
    return translate("atGoal", { agent: trace.agent.name, number, title: goal.title });
  };
}

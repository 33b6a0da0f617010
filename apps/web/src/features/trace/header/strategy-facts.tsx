"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { useStrategyName } from "../../../ui/use-strategy-name.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { type EntryFold, foldOfLog } from "../state/fold-of-log.ts";

const ROUTES = ["DIRECT", "SIMPLE_TOOL", "PLAN_REQUIRED"] as const;
const NO_OPTIONS = {};

/** How the run works. */
export function StrategyFact(): ReactElement {
  const translate = useTranslations("trace.header");
  const nameOf = useStrategyName();
  const strategy = useLog(({ trace }) => trace.agent.strategy);
  return (
    <div className="flex gap-1">
      <dt className="text-ink-3 phone:sr-only">{translate("strategy")}</dt>
      <dd>{nameOf(strategy)}</dd>
    </div>
  );
}

/** The route of the newest message with its reason and cost; nothing if the run has none. */
export function RouteFact(): ReactElement | null {
  const translate = useTranslations("trace.header");
  const format = useFormat();
  const route = useLog(({ model }) => newestRoute(model.entries, NO_OPTIONS));
  if (route === null) return null;
  const known = ROUTES.find((each) => each === route.route);
  return (
    <div className="flex min-w-0 gap-1">
      <dt className="text-ink-3 phone:sr-only">{translate("route")}</dt>
      <dd className="max-w-96 truncate" title={route.reason}>
        {known === undefined ? route.route : translate(`routes.${known}`)}
        {route.reason !== "" && `: ${route.reason}`}
        {route.by === "model" && ` (${format.cost(route.cost)})`}
      </dd>
    </div>
  );
}

type NewestRoute = {
  readonly route: string;
  readonly by: string;
  readonly reason: string;
  /** The cost of the calls that decided, in US dollars; null when unknown. */
  readonly cost: number | null;
};

/** The newest decision, and the cost of the calls of this turn that led to it. */
const newestRoute = foldOfLog((): EntryFold<NewestRoute | null> => {
  let decided: NewestRoute | null = null;
  let cost: number | null = 0;
  return {
    add: (entry) => {
      if (entry.k === "begin") cost = 0;
      if (entry.k === "called" && entry.p === "route")
        cost = cost === null || entry.c === null ? null : cost + entry.c;
      if (entry.k === "route") decided = { route: entry.route, by: entry.by, reason: entry.d, cost };
    },
    value: () => decided,
  };
});

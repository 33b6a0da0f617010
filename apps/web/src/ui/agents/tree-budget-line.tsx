"use client";
import { treeBudget, type TreeSpending } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import type { TreeRun } from "../../lib/run-tree/use-run-tree.ts";
import { type Format, useFormat } from "../../lib/use-format.ts";
import { useNow } from "../../lib/use-now.ts";

const STEP_MS = 1_000;

/** The part of its budget that a run and everything below it have used. Renders nothing without a budget. */
export function TreeBudgetLine({
  run,
  runs,
}: {
  readonly run: TreeRun | undefined;
  readonly runs: readonly TreeRun[];
}): ReactElement | null {
  const translate = useTranslations("agents");
  const format = useFormat();
  const now = useNow(
    run === undefined || run.budget?.ms === undefined || run.endedAt !== null ? null : STEP_MS,
  );
  if (run === undefined) return null;
  const spending = treeBudget(run, runs, now ?? 0);
  if (spending.length === 0) return null;
  const used = spending.map((each) => {
    const { amount, unit } = AMOUNTS[each.unit](format);
    return translate("budgetUsed", { unit, used: amount(each.used), allowed: amount(each.allowed) });
  });
  return (
    <p className="pt-1 text-12 text-ink-3">
      {translate("budget", {
        used: used.join(translate("budgetJoin")),
        over: isUsedUp(spending) ? "yes" : "no",
      })}
    </p>
  );
}

const AMOUNTS: Readonly<
  Record<
    TreeSpending["unit"],
    (format: Format) => { readonly amount: (value: number) => string; readonly unit: string }
  >
> = {
  usd: (format) => ({ amount: format.cost, unit: "usd" }),
  tokens: (format) => ({ amount: format.tokens, unit: "tokens" }),
  ms: (format) => ({ amount: format.duration, unit: "ms" }),
  steps: (format) => ({ amount: format.count, unit: "steps" }),
};

function isUsedUp(spending: readonly TreeSpending[]): boolean {
  return spending.some(({ used, allowed }) => used >= allowed);
}

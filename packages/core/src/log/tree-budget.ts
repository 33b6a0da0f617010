import { BUDGET_UNITS, type Budget, type BudgetUnit } from "./budget.ts";
import { type RunTimes, workedMs } from "./worked-time.ts";

/** The part of one unit of its budget that a tree of runs has used, in that unit (US dollars, tokens, milliseconds, answers of models). */
export type TreeSpending = { readonly unit: BudgetUnit; readonly used: number; readonly allowed: number };

/** The figures of one run that count toward a budget. An unknown cost counts as nothing. */
export type SpendingRun = RunTimes & {
  readonly id: string;
  readonly parentId: string | null;
  readonly cost: number | null;
  readonly tokens: number;
  readonly modelCalls: number;
};

/**
 * Returns the parts of its budget that a run and everything below it have used, by unit; none without a budget. The rest is all that they can spend
 * together, because each call is drawn from the budgets of all runs above it. Time is that of the run alone, without its waits. `now` is in milliseconds.
 */
export function treeBudget(
  run: SpendingRun & { readonly budget: Budget | null },
  runs: readonly SpendingRun[],
  now: number,
): readonly TreeSpending[] {
  const { budget } = run;
  if (budget === null) return [];
  const tree = withBelow(run, runs);
  const sum = (of: (each: SpendingRun) => number): number =>
    tree.reduce((total, each) => total + of(each), 0);
  const used: Readonly<Record<BudgetUnit, () => number>> = {
    usd: () => sum(({ cost }) => cost ?? 0),
    tokens: () => sum(({ tokens }) => tokens),
    steps: () => sum(({ modelCalls }) => modelCalls),
    ms: () => workedMs(run, now),
  };
  return BUDGET_UNITS.flatMap((unit) => {
    const allowed = budget[unit];
    return allowed === undefined ? [] : [{ unit, used: used[unit](), allowed }];
  });
}

/** Each run of `runs` comes after its parent. */
function withBelow(run: SpendingRun, runs: readonly SpendingRun[]): readonly SpendingRun[] {
  const ids = new Set([run.id]);
  const below = runs.filter(({ id, parentId }) => {
    if (parentId === null || !ids.has(parentId)) return false;
    ids.add(id);
    return true;
  });
  return [run, ...below];
}

import { BUDGET_UNITS, type Budget, type BudgetUnit, isEmptyBudget } from "./budget.ts";
import { type SpendingRun, treeBudget } from "./tree-budget.ts";
import { isTerminal, type TraceLimits } from "./trace.ts";

/**
 * The amount of one unit that a run was given, and how much of it is left for the run and everything below it (US dollars, tokens, milliseconds, answers of
 * models). `used` is the part that these have used. `isShared` is true where the limit is that of a run above, which others draw from too.
 */
export type RunLimit = {
  readonly unit: BudgetUnit;
  readonly used: number;
  readonly left: number;
  readonly allowed: number;
  readonly isShared: boolean;
};

type LimitedRun = SpendingRun & { readonly budget: Budget | null };

/** Returns the budget of a run together with the limits of its agent on tokens and time; null where neither limits anything. */
export function givenBudget(
  budget: Budget | undefined,
  { maxTokens, maxDurationMs }: Pick<TraceLimits, "maxTokens" | "maxDurationMs">,
): Budget | null {
  const given = {
    ...budget,
    ...(maxTokens === null ? {} : { tokens: Math.min(maxTokens, budget?.tokens ?? maxTokens) }),
    ...(maxDurationMs === null ? {} : { ms: Math.min(maxDurationMs, budget?.ms ?? maxDurationMs) }),
  };
  return isEmptyBudget(given) ? null : given;
}

/**
 * Returns the limits of a run by unit: in each unit that of the run or of one above it, whichever leaves least. For a run that has ended it is the
 * nearest one, because what others use afterwards no longer concerns it. None where nothing limits it. `runs` is its tree; `now` is in milliseconds since the epoch.
 */
export function runLimits(run: LimitedRun, runs: readonly LimitedRun[], now: number): readonly RunLimit[] {
  const byId = new Map(runs.map((each) => [each.id, each]));
  const found = new Map<BudgetUnit, RunLimit>();
  const seen = new Set<string>();
  const isOver = isTerminal(run.status);
  for (let holder: LimitedRun | undefined = run; holder !== undefined && !seen.has(holder.id);) {
    seen.add(holder.id);
    for (const { unit, used, allowed } of treeBudget(holder, runs, now)) {
      const left = Math.max(0, allowed - used);
      if (isOver ? found.has(unit) : left >= (found.get(unit)?.left ?? Number.POSITIVE_INFINITY)) continue;
      const own = holder === run ? used : usedBy(run, { unit, runs, now });
      found.set(unit, { unit, used: own, left, allowed, isShared: holder !== run });
    }
    holder = byId.get(holder.parentId ?? "");
  }
  return BUDGET_UNITS.flatMap((unit) => found.get(unit) ?? []);
}

function usedBy(
  run: LimitedRun,
  {
    unit,
    runs,
    now,
  }: { readonly unit: BudgetUnit; readonly runs: readonly LimitedRun[]; readonly now: number },
): number {
  const [spending] = treeBudget({ ...run, budget: { [unit]: Number.POSITIVE_INFINITY } }, runs, now);
  return spending?.used ?? 0;
}

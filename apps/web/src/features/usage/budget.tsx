"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BUDGET_UNITS, type BudgetUnit, parseBudget } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { BudgetForm } from "../../ui/budget-form.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";

/** The budget of the workspace for a day, and how much of it is spent today. Owners and admins change it. */
export function Budget({ workspace }: { readonly workspace: string }): ReactElement | null {
  const translate = useTranslations("usage.budget");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const format = useFormat();
  const writeAmount = useAmount();
  const budget = useQuery(api.budgets.get.queryOptions({ workspace }));
  const save = useMutation(
    api.budgets.save.mutationOptions({
      onSuccess: async () =>
        await queryClient.invalidateQueries({ queryKey: api.budgets.get.queryKey({ workspace }) }),
    }),
  );
  if (budget.isError) return <FailureNote error={budget.error} call="load" />;
  if (budget.data === undefined) return null;
  const { spent, held, editable, nextDayAt } = budget.data;
  const parsed = parseBudget(budget.data.budget);
  const allowed = "budget" in parsed ? parsed.budget : {};
  const lines = BUDGET_UNITS.flatMap((unit) => {
    const amount = allowed[unit];
    return amount === undefined ? [] : [{ unit, amount, spent: spent[unit], held: held[unit] }];
  });
  return (
    <section className="flex flex-col gap-2 px-4 pt-6" aria-labelledby="usage-budget">
      <h2 id="usage-budget" className="text-14 font-semibold">
        {translate("title")}
      </h2>
      <p className="text-12 text-ink-2">{translate("text", { next: format.moment(nextDayAt) })}</p>
      {lines.length === 0 ? (
        <p className="text-12">{translate("spentOnly", { spent: writeAmount("usd", spent.usd) })}</p>
      ) : (
        <ul className="flex flex-col gap-1 text-12">
          {lines.map((line) => (
            <li key={line.unit} className={line.spent >= line.amount ? "text-error" : ""}>
              {translate(line.held > 0 ? "spentAndHeld" : "spent", {
                spent: writeAmount(line.unit, line.spent),
                allowed: writeAmount(line.unit, line.amount),
                held: writeAmount(line.unit, line.held),
              })}
            </li>
          ))}
        </ul>
      )}
      {editable && (
        <BudgetForm
          label={translate("label")}
          budget={budget.data.budget}
          isPending={save.isPending}
          error={save.error}
          onSave={async (next) => await save.mutateAsync({ workspace, budget: next })}
        />
      )}
    </section>
  );
}

/** Returns a function that writes an amount of a budget. */
function useAmount(): (unit: BudgetUnit, amount: number) => string {
  const translate = useTranslations("usage.budget");
  const format = useFormat();
  return (unit, amount) => {
    switch (unit) {
      case "usd":
        return format.cost(amount);
      case "tokens":
        return translate("tokens", { amount: format.tokens(amount) });
      case "ms":
        return format.duration(amount);
      case "steps":
        return translate("steps", { amount });
    }
  };
}

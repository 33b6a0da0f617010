"use client";
import { useQuery } from "@tanstack/react-query";
import { Wallet } from "lucide-react";
import type { Trace } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { BudgetForm } from "../../ui/budget-form.tsx";
import { Button } from "../../ui/button.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { ChatBudget } from "./use-budget.ts";

type BudgetMenuProps = {
  readonly workspace: string;
  readonly budget: ChatBudget;
  readonly traces: readonly Pick<Trace, "totals">[];
};

/** The budget of each run of a conversation, and what all of its runs cost so far. A change applies to the active run too. */
export function BudgetMenu({ workspace, budget, traces }: BudgetMenuProps): ReactElement {
  const translate = useTranslations("chat.budget");
  const format = useFormat();
  const isSet = budget.budget !== "";
  return (
    <Popover
      label={translate("title")}
      trigger={
        <Button
          variant="ghost"
          icon={Wallet}
          aria-label={translate("button", { budget: isSet ? budget.budget : "none" })}
        >
          <span className="max-w-40 truncate phone:sr-only">
            {isSet ? budget.budget : translate("title")}
          </span>
        </Button>
      }
    >
      <div className="flex flex-col gap-2 p-3">
        {traces.length > 0 && (
          <p className="text-12">{translate("spent", { cost: format.cost(conversationCost(traces)) })}</p>
        )}
        <p className="text-12 text-ink-2">{translate("text")}</p>
        {!isSet && <AgentBudgetNote workspace={workspace} />}
        <BudgetForm
          label={translate("label")}
          budget={budget.budget}
          isPending={budget.isPending}
          error={budget.error}
          onSave={budget.save}
        />
      </div>
    </Popover>
  );
}

/** The budgets of agents, which apply to runs without a budget. */
function AgentBudgetNote({ workspace }: Pick<BudgetMenuProps, "workspace">): ReactElement | null {
  const translate = useTranslations("chat.budget");
  const api = useTRPC();
  const agents = useQuery(api.budgets.agents.queryOptions({ workspace }));
  const limited = (agents.data?.items ?? []).filter(({ budget }) => budget !== "");
  if (limited.length === 0) return null;
  return (
    <ul className="text-12">
      {limited.map(({ agent, budget }) => (
        <li key={agent}>{translate("ofAgent", { agent, budget })}</li>
      ))}
    </ul>
  );
}

/** Returns the cost of all runs in US dollars; null when the cost of one is unknown. */
function conversationCost(traces: BudgetMenuProps["traces"]): number | null {
  return traces.reduce<number | null>(
    (sum, { totals }) => (sum === null || totals.cost === null ? null : sum + totals.cost),
    0,
  );
}

"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { BudgetForm } from "../../ui/budget-form.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";

/** The budget of each run of an agent, for runs without a budget. Owners and admins change it. */
export function AgentBudgets({ workspace }: { readonly workspace: string }): ReactElement | null {
  const translate = useTranslations("usage.agentBudget");
  const api = useTRPC();
  const agents = useQuery(api.budgets.agents.queryOptions({ workspace }));
  if (agents.isError) return <FailureNote error={agents.error} call="load" />;
  if (agents.data === undefined) return null;
  return (
    <section className="flex flex-col gap-2 px-4 pt-6" aria-labelledby="usage-agent-budgets">
      <h2 id="usage-agent-budgets" className="text-14 font-semibold">
        {translate("title")}
      </h2>
      <p className="text-12 text-ink-2">{translate("text")}</p>
      {agents.data.items.map(({ agent, budget }) =>
        agents.data.editable ? (
          <AgentBudget key={agent} workspace={workspace} agent={agent} budget={budget} />
        ) : (
          <p key={agent} className="text-12">
            {budget === "" ? translate("none", { agent }) : translate("set", { agent, budget })}
          </p>
        ),
      )}
    </section>
  );
}

function AgentBudget({
  workspace,
  agent,
  budget,
}: {
  readonly workspace: string;
  readonly agent: string;
  readonly budget: string;
}): ReactElement {
  const translate = useTranslations("usage.agentBudget");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const save = useMutation(
    api.budgets.saveForAgent.mutationOptions({
      onSuccess: async () =>
        await queryClient.invalidateQueries({ queryKey: api.budgets.agents.queryKey({ workspace }) }),
    }),
  );
  return (
    <BudgetForm
      label={translate("label", { agent })}
      budget={budget}
      isPending={save.isPending}
      error={save.error}
      onSave={async (next) => await save.mutateAsync({ workspace, agent, budget: next })}
    />
  );
}

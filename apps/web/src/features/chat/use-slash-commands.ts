"use client";
import { useMutation } from "@tanstack/react-query";
import { BUDGET_EXAMPLE } from "@goaltrace/core/log";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import type { BudgetChange, SlashCommand } from "./slash-command.ts";
import type { ChatBudget } from "./use-budget.ts";

/** Runs slash commands and reports the outcome of the last one. */
export type SlashCommands = {
  /** `traceId` is the last run of the conversation; null before the first run. */
  readonly run: (command: SlashCommand, traceId: string | null) => void;
  /** The outcome of the last command; null before the first or after a dismissal. */
  readonly notice: string | null;
  /** Whether the last command asked for the sub-agents, which the page shows instead of a notice. */
  readonly showsAgents: boolean;
  readonly dismiss: () => void;
};

/** Commands with an outcome to report; `/memory` opens its page, `/agents` a panel. */
type Kind = Exclude<SlashCommand["kind"], "memory" | "agents">;
type Runners = {
  readonly [K in Kind]: (
    command: Extract<SlashCommand, { readonly kind: K }>,
    traceId: string | null,
  ) => void;
};

/** Returns the slash commands of the composer. Their outcome messages are in `chat.command` under the name of the command. */
export function useSlashCommands(workspace: string, budget: ChatBudget): SlashCommands {
  const translate = useTranslations("chat.command");
  const failureText = useFailureText();
  const api = useTRPC();
  const router = useRouter();
  const [notice, setNotice] = useState<string | null>(null);
  const [showsAgents, setShowsAgents] = useState(false);
  const showFailure = (kind: Kind, problem: unknown): void => {
    setNotice(translate(`${kind}.failed`, { message: failureText(problem, "change").message }));
  };
  const compact = useMutation(
    api.runs.compact.mutationOptions({
      onSuccess: ({ when }) => {
        setNotice(translate(`compact.${when}`));
      },
      onError: (problem) => {
        showFailure("compact", problem);
      },
    }),
  );
  const showBudget = (stored: string): void => {
    setNotice(stored === "" ? translate("budget.none") : translate("budget.set", { budget: stored }));
  };
  const changeBudget = (change: BudgetChange): void => {
    if (change.kind === "show") showBudget(budget.budget);
    else if (change.kind === "unreadable")
      setNotice(translate("budget.unreadable", { problem: change.problem, example: BUDGET_EXAMPLE }));
    else
      budget.save(change.budget).then(
        () => {
          showBudget(change.budget);
        },
        (problem: unknown) => {
          showFailure("budget", problem);
        },
      );
  };
  const openMemory = (query: string): void => {
    router.push(
      `/w/${workspace}/memory${query === "" ? "" : `?${new URLSearchParams({ q: query }).toString()}`}`,
    );
  };
  const runners: Runners = {
    compact: ({ focus }, traceId) => {
      if (traceId === null) setNotice(translate("compact.nothing"));
      else compact.mutate({ workspace, traceId, focus });
    },
    budget: ({ change }) => {
      changeBudget(change);
    },
  };
  return {
    ...{ notice, showsAgents },
    dismiss: () => {
      setNotice(null);
      setShowsAgents(false);
    },
    run: (command, traceId) => {
      setShowsAgents(command.kind === "agents");
      if (command.kind === "agents") setNotice(null);
      else if (command.kind === "memory") openMemory(command.query);
      else if (command.kind === "compact") runners.compact(command, traceId);
      else runners.budget(command, traceId);
    },
  };
}

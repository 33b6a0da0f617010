"use client";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { shortTask } from "@goaltrace/core/short-task";
import type { ApprovalView, RequestView } from "../../lib/requests/request-view.ts";

export type RequestTexts = {
  /** The heading: the tool that would run or may have run, or the question. */
  readonly heading: (request: RequestView) => string;
  /** The agent that asks, after the agents above it, each with its task, because several may have the same name. */
  readonly asker: (request: RequestView) => string;
  /** An agent above one that asks: the main agent, or an agent with the beginning of its task. */
  readonly above: (ancestor: RequestView["ancestors"][number], depth: number) => string;
  /** Why a person is asked. */
  readonly reason: (approval: ApprovalView) => string;
  /** How a closed request ended; null while it is open. */
  readonly outcome: (request: RequestView) => string | null;
};

/** Returns the texts about a request that several views show. */
export function useRequestTexts(): RequestTexts {
  const translate = useTranslations("requests");
  return useMemo(() => {
    const withTask = (agent: string, task: string): string =>
      task === "" ? agent : translate("agentTask", { agent, task });
    const above: RequestTexts["above"] = ({ agent, task }, depth) =>
      depth === 0 ? translate("mainAgent", { agent }) : withTask(agent, shortTask(task));
    return {
      above,
      heading: ({ approval, effect, question, title }) => {
        if (approval !== null) return translate("runTool", { tool: approval.tool });
        if (effect !== null) return translate("effect.heading", { tool: effect.tool });
        return (question?.text ?? title).trim() || translate("erased");
      },
      asker: ({ ancestors, agent, task }) =>
        [...ancestors.map(above), withTask(agent, task ?? "")].join(" › "),
      reason: ({ cause, reason }) =>
        cause === "mode" || cause === "protected" ? translate(`cause.${cause}`) : reason,
      outcome: ({ state, decidedBy }) =>
        state === "open"
          ? null
          : translate(`outcome.${state}`, {
              known: decidedBy === null ? "no" : "yes",
              person: decidedBy?.name ?? "",
            }),
    };
  }, [translate]);
}

"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { usedBranches } from "../graph/agent-boxes.ts";
import { useLog } from "../state/debugger-provider.tsx";
import { useAgentNames } from "../state/use-agent-names.ts";
import { answerToCall } from "../state/trace-model.ts";
import { SequenceLink } from "../why/sequence-link.tsx";
import { Section } from "./facts.tsx";

const RULES = { all: "all", best: "best", vote: "vote" } as const;

/** How the reports of a call's branches were merged: which of them, by whom, and the run's answer to them. Renders nothing for other calls. */
export function MergedReports({ callId }: { readonly callId: string }): ReactElement | null {
  const translate = useTranslations("agents.merge");
  const nameOf = useAgentNames();
  const { model, agent } = useLog(({ model, trace }) => ({ model, agent: trace.agent.name }));
  const branches = [...model.graph.agents.values()].filter(
    (each) => each.callId === callId && each.branch !== null,
  );
  const merge = branches[0]?.branch?.merge;
  if (merge === undefined || branches.some(({ end }) => end === null)) return null;
  const used = usedBranches(branches.map((each) => ({ agent: each, run: null })));
  const answer = answerToCall(model, callId);
  const rule = used.length === 0 ? "none" : merge === "best" || merge === "vote" ? RULES[merge] : RULES.all;
  return (
    <Section title={translate("title")}>
      <p className="text-12">
        {translate(rule, {
          agent,
          count: used.length,
          names: used.map((each) => nameOf(each.agent)).join(", "),
        })}
      </p>
      {answer === null ? (
        <p className="mt-1 text-12 text-ink-3">{translate("open", { agent })}</p>
      ) : (
        <>
          <h4 className="mt-2 text-11 text-ink-3">{translate("reason", { agent })}</h4>
          <SequenceLink sequence={answer.sequence}>{answer.text}</SequenceLink>
        </>
      )}
    </Section>
  );
}

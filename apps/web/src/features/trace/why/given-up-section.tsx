"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { withoutMarkdown } from "../../../lib/without-markdown.ts";
import { Section } from "../inspector/facts.tsx";
import { agentDecision } from "../../../ui/agents/agent-doing.ts";
import { useActions } from "../state/debugger-provider.tsx";
import { useAgentNames } from "../state/use-agent-names.ts";
import { useLateModel } from "../state/use-late-model.ts";
import { usePageTree } from "../state/use-page-tree.ts";
import { givenUpIn } from "./given-up.ts";

/** The number of rows that are shown. */
const ROWS = 4;

/** The goals and branches that the run gave up, with the whole reason of each; nothing without any. */
export function GivenUp(): ReactElement | null {
  const translate = useTranslations("inspector.overview");
  const agents = useTranslations("agents");
  const nameOf = useAgentNames();
  const tree = usePageTree();
  const decidedAbout = (id: string): string => {
    const run = tree?.runs.find((each) => each.id === id);
    return run === undefined ? "" : agentDecision(run, agents);
  };
  const { selectGoal, selectSequence } = useActions();
  const rows = givenUpIn(useLateModel());
  if (rows.length === 0) return null;
  return (
    <Section title={translate("givenUp", { count: rows.length })}>
      {rows.slice(0, ROWS).map(({ id, goalId, sequence, number, title, agent, reason }) => (
        <button
          key={id}
          type="button"
          onClick={() => {
            if (sequence === null) selectGoal(goalId);
            else selectSequence(sequence);
          }}
          className="-mx-1 flex min-h-7 w-[calc(100%+8px)] items-baseline gap-2 rounded-sm px-1 py-1 text-left text-12 hover:bg-ink/4 phone:min-h-11 phone:items-center pointer-coarse:min-h-11"
        >
          <span className="min-w-8 flex-none text-11 text-ink-3">
            {sequence === null ? number : `#${sequence}`}
          </span>
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            {agent !== null && <b className="font-semibold">{`${nameOf(agent)} `}</b>}
            {title}
            {reason !== "" && <span className="block text-ink-2">{withoutMarkdown(reason)}</span>}
            {decidedAbout(id) !== "" && <span className="block text-ink-2">{decidedAbout(id)}</span>}
          </span>
        </button>
      ))}
      {rows.length > ROWS && (
        <p className="text-11 text-ink-3">{translate("moreRows", { count: rows.length - ROWS })}</p>
      )}
    </Section>
  );
}

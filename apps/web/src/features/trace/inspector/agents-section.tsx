"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { runsBelow } from "../../../lib/run-tree/use-run-tree.ts";
import { AgentRow } from "../../../ui/agents/agent-row.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";
import { useTreeThen } from "../state/use-page-tree.ts";
import { Section } from "./facts.tsx";
import { MergedReports } from "./merged-reports.tsx";

type SectionProps = {
  /** The sub-agents to show, by the call that started them or by the id of one. */
  readonly of: { readonly childTraceId: string } | { readonly toolCallId: string };
};

/** The sub-agents of a call, or one of them, with those below. Renders nothing for other calls. */
export function AgentsSection({ of }: SectionProps): ReactElement | null {
  const translate = useTranslations("agents");
  const { workspace } = useRun();
  const graph = useLog((log) => log.fullModel.graph);
  const tree = useTreeThen();
  if (tree === null) return null;
  const agents = [...graph.agents.values()].filter((agent) =>
    "childTraceId" in of ? agent.traceId === of.childTraceId : agent.callId === of.toolCallId,
  );
  if (agents.length === 0) return null;
  return (
    <>
      <Section title={translate("label")}>
        <ul aria-label={translate("label")}>
          {agents.flatMap(({ traceId, end }) => {
            const run = tree.runs.find(({ id }) => id === traceId);
            if (run === undefined) return [];
            return [run, ...runsBelow(tree, traceId)].map((each, index) => (
              <AgentRow
                key={each.id}
                workspace={workspace}
                run={each}
                runs={tree.runs}
                level={each.depth - run.depth}
                answer={index === 0 ? (end?.text ?? null) : null}
                unverified={index === 0 ? (end?.unverified ?? 0) : 0}
              />
            ));
          })}
        </ul>
      </Section>
      {"toolCallId" in of && <MergedReports callId={of.toolCallId} />}
    </>
  );
}

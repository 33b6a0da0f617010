"use client";
import { deriveGraph } from "@goaltrace/core/graph";
import type { GraphAgent, GraphCall, GraphTurn } from "@goaltrace/core/graph";
import { readPackedOutline, unpackOutline } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { Bot, ChevronDown, ChevronRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useEffect, useMemo, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../../lib/class-names.ts";
import { traceHref } from "../../../lib/trace-address.ts";
import { useTRPC } from "../../../lib/trpc.tsx";
import { useFormat } from "../../../lib/use-format.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Link } from "../../../ui/link.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { StatusGlyph } from "../../../ui/status-glyph.tsx";
import { CallContents, TurnContents } from "../parts/step-contents.tsx";
import { useRun } from "../state/debugger-provider.tsx";
import { useAgentNames } from "../state/use-agent-names.ts";
import { usePageTree } from "../state/use-page-tree.ts";
import { agentStatus } from "./agent-boxes.ts";

/** In pixels, per level of sub-agents. */
const INDENTATION = 20;
const ROW = "flex h-6 w-full items-center gap-2 rounded-sm pr-2 text-left hover:bg-ink/4 phone:h-11";

type StepsProps = { readonly traceId: string; readonly level: number };

/** The steps of a sub-agent from its own log. Each links to its entry there; the sub-agents of the sub-agent open in place, at any depth. */
export function AgentSteps({ traceId, level }: StepsProps): ReactElement {
  const translate = useTranslations("agents");
  const { steps, agentsOf, isFailed, retry } = useAgentLog(traceId);
  if (isFailed)
    return (
      <p role="alert" className="flex items-center gap-3 py-2 text-error">
        {translate("stepsFailed")}
        <Button onClick={retry}>{translate("retry")}</Button>
      </p>
    );
  if (steps === null) return <SkeletonRows rows={3} className="px-2" />;
  if (steps.length === 0) return <p className="py-1 pl-6 text-11 text-ink-3">{translate("noSteps")}</p>;
  return (
    <div style={{ paddingLeft: level === 0 ? 0 : INDENTATION }} className="text-12">
      {steps.map((turn) => (
        <Fragment key={`${turn.sequence}:${turn.goalId}`}>
          <StepRow traceId={traceId} turn={turn} />
          {turn.calls.map((call) => (
            <Fragment key={call.callId}>
              <CallRow traceId={traceId} call={call} />
              {agentsOf(call.callId).map((agent) => (
                <NestedAgent key={agent.traceId} agent={agent} level={level + 1} />
              ))}
            </Fragment>
          ))}
        </Fragment>
      ))}
    </div>
  );
}

type AgentLog = {
  /** Null until they are known. */
  readonly steps: readonly GraphTurn[] | null;
  readonly agentsOf: (callId: string) => readonly GraphAgent[];
  readonly isFailed: boolean;
  readonly retry: () => void;
};

/** Loads the log of a sub-agent, and reloads it when it has made more calls. */
function useAgentLog(traceId: string): AgentLog {
  const api = useTRPC();
  const { workspace } = useRun();
  const run = usePageTree()?.runs.find(({ id }) => id === traceId);
  const { data, isError, refetch } = useQuery(api.traces.skeleton.queryOptions({ workspace, id: traceId }));
  const revision = run === undefined ? "" : `${run.calls} ${run.status}`;
  useEffect(() => {
    if (revision !== "") void refetch();
  }, [revision, refetch]);
  const graph = useMemo(
    () => (data === undefined ? null : deriveGraph("", unpackOutline(readPackedOutline(data.packed)))),
    [data],
  );
  const steps = useMemo(
    () =>
      graph === null
        ? null
        : [...graph.edges.values()].flatMap((edge) => edge.turns).sort((a, b) => a.sequence - b.sequence),
    [graph],
  );
  return {
    steps,
    agentsOf: (callId) => [...(graph?.agents.values() ?? [])].filter((agent) => agent.callId === callId),
    isFailed: isError,
    retry: () => void refetch(),
  };
}

function StepRow({ traceId, turn }: { readonly traceId: string; readonly turn: GraphTurn }): ReactElement {
  const { workspace } = useRun();
  return (
    <Link href={traceHref(workspace, traceId, { sequence: turn.sequence })} className={ROW}>
      <TurnContents turn={turn} />
    </Link>
  );
}

function CallRow({ traceId, call }: { readonly traceId: string; readonly call: GraphCall }): ReactElement {
  const { workspace } = useRun();
  return (
    <Link
      href={traceHref(workspace, traceId, { sequence: call.sequence })}
      className={classNames(ROW, "pl-6")}
    >
      <CallContents call={call} />
    </Link>
  );
}

type NestedProps = { readonly agent: GraphAgent; readonly level: number };

/** A sub-agent of a sub-agent: closed until a person opens it. */
function NestedAgent({ agent, level }: NestedProps): ReactElement {
  const translate = useTranslations("agents");
  const format = useFormat();
  const [isOpen, setOpen] = useState(false);
  const name = useAgentNames()(agent);
  const run = usePageTree()?.runs.find(({ id }) => id === agent.traceId) ?? null;
  return (
    <div className="pl-6">
      <button
        type="button"
        aria-expanded={isOpen}
        title={translate("openSteps", { agent: name, title: agent.task })}
        onClick={() => {
          setOpen(!isOpen);
        }}
        className={ROW}
      >
        <Icon icon={isOpen ? ChevronDown : ChevronRight} size={12} className="flex-none text-ink-3" />
        <Icon icon={Bot} size={14} className="flex-none text-ink-2" />
        <StatusGlyph status={agentStatus({ agent, run })} size={12} decorative />
        <b className="flex-none font-semibold">{name}</b>
        <span className="min-w-0 flex-1 truncate text-ink-2">{agent.task}</span>
        <span className="flex-none text-11 text-ink-3">
          {format.cost(run?.cost ?? agent.end?.cost ?? null)}
        </span>
        <span className="min-w-11 flex-none text-right text-11 text-ink-3">
          {agent.end === null ? null : format.duration(agent.end.durationMs)}
        </span>
      </button>
      {isOpen && <AgentSteps traceId={agent.traceId} level={level} />}
    </div>
  );
}

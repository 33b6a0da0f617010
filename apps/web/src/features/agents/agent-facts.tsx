"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, ReactNode } from "react";
import { useFormat } from "../../lib/use-format.ts";
import { Link } from "../../ui/link.tsx";
import { useStrategyName } from "../../ui/use-strategy-name.ts";
import type { AgentDetailData, LayerName } from "./agent-type.ts";

type AgentFactsProps = { readonly workspace: string; readonly agent: AgentDetailData };

/** Models, strategy, memory, use and limits of an agent, each with the layer that it comes from. */
export function AgentFacts({ workspace, agent }: AgentFactsProps): ReactElement {
  const translate = useTranslations("definitions");
  const format = useFormat();
  const strategyName = useStrategyName();
  const { texts, textFrom, rights, rightFrom, limits, use, budget, name } = agent;
  const [model, ...fallbacks] = texts.models;
  const address = `/w/${encodeURIComponent(workspace)}`;
  return (
    <div className="grid grid-cols-2 gap-x-12 gap-y-6 phone:grid-cols-1">
      <Facts title={translate("runsWith")}>
        <Fact name={translate("field.models")} from={model === undefined ? null : textFrom.models}>
          {model ?? translate("defaultModel")}
        </Fact>
        <Fact name={translate("ifItFails")} from={null}>
          {fallbacks.length === 0 ? translate("noFallback") : fallbacks.join(", ")}
        </Fact>
        <Fact name={translate("field.strategy")} from={textFrom.strategy}>
          {strategyName(texts.strategy)}
        </Fact>
        {texts.strategy === "auto" && (
          <Fact name={translate("field.route")} from={texts.route === null ? null : textFrom.route}>
            {translate(`routes.${texts.route ?? "decide"}`)}
          </Fact>
        )}
        <Fact name={translate("field.memory")} from={rightFrom.memory ?? null}>
          {translate(`memory.${rights.memory}`)}
        </Fact>
        <Fact name={translate("days")} from={null}>
          <Link className="link" href={`${address}/traces?agent=${encodeURIComponent(name)}`}>
            {translate("runs", { runs: use.runs, completed: use.completed })}
          </Link>
          {use.runs > 0 && `, ${format.cost(use.cost)}`}
        </Fact>
        <Fact name={translate("startedBy")} from={null}>
          {use.startedBy.length === 0
            ? translate("nobody")
            : use.startedBy.map((one) => translate("starter", one)).join(", ")}
        </Fact>
        <Fact name={translate("conversations")} from={null}>
          {translate("conversationCount", { count: use.conversations })}
        </Fact>
      </Facts>
      <Facts title={translate("limits")}>
        <Fact name={translate("field.maxSteps")} from={rightFrom.maxSteps ?? null}>
          {format.count(limits.maxSteps)}
        </Fact>
        <Fact name={translate("field.maxTokens")} from={rightFrom.maxTokens ?? null}>
          {limits.maxTokens === null ? translate("noLimit") : format.tokens(limits.maxTokens)}
        </Fact>
        <Fact name={translate("field.maxDurationMs")} from={rightFrom.maxDurationMs ?? null}>
          {limits.maxDurationMs === null ? translate("noLimit") : format.duration(limits.maxDurationMs)}
        </Fact>
        <Fact name={translate("budget")} from={null}>
          <Link className="link" href={`${address}/usage`}>
            {budget === "" ? translate("noBudget") : budget}
          </Link>
        </Fact>
        <Fact name={translate("field.isReadOnly")} from={rightFrom.isReadOnly ?? null}>
          {translate(rights.isReadOnly ? "onlyReads" : "mayChange")}
        </Fact>
      </Facts>
    </div>
  );
}

function Facts({ title, children }: { readonly title: string; readonly children: ReactNode }): ReactElement {
  return (
    <section className="flex flex-col gap-2">
      <h3 className="font-semibold">{title}</h3>
      <dl className="grid grid-cols-[96px_minmax(0,1fr)] gap-x-3 gap-y-1.5">{children}</dl>
    </section>
  );
}

function Fact({
  name,
  from,
  children,
}: {
  readonly name: string;
  /** The layer that it comes from; null where no layer sets it. */
  readonly from: LayerName | null;
  readonly children: ReactNode;
}): ReactElement {
  const translate = useTranslations("definitions");
  return (
    <>
      <dt className="text-ink-2">{name}</dt>
      <dd className="[overflow-wrap:anywhere]">
        {children}
        {from !== null && <span className="ml-2 text-12 text-ink-2">{translate(`layer.${from}`)}</span>}
      </dd>
    </>
  );
}

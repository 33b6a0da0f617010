"use client";
import { FlaskConical, History, Pencil } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment } from "react";
import type { ReactElement } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { Note } from "../../ui/note.tsx";
import { AgentFacts } from "./agent-facts.tsx";
import { AgentRights } from "./agent-rights.tsx";
import type { AgentDetailData } from "./agent-type.ts";
import { useAgentsAddress } from "./use-agents-address.ts";

type AgentDetailProps = { readonly workspace: string; readonly agent: AgentDetailData };

/** An agent: its layers, what it runs with, its limits, its instructions and its rights. */
export function AgentDetail({ workspace, agent }: AgentDetailProps): ReactElement {
  const translate = useTranslations("definitions");
  const { view, folder, go } = useAgentsAddress();
  const { name, texts, layers, basis, problem, version, editable } = agent;
  const [top, next] = layers.toReversed();
  const chat = new URLSearchParams({ agent: name, ...(folder === null ? {} : { folder }) });
  return (
    <>
      <header className="flex flex-col gap-1">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-15 font-semibold [overflow-wrap:anywhere]">{name}</h2>
          {top !== undefined && (
            <Badge>
              {next === undefined
                ? translate(`layerTitle.${top.layer}`)
                : translate("over", {
                    layer: translate(`layerTitle.${top.layer}`),
                    below: translate(`layer.${next.layer}`),
                  })}
            </Badge>
          )}
          <span className="ml-auto flex flex-wrap gap-1">
            {version > 0 && (
              <Button
                variant="ghost"
                icon={History}
                aria-pressed={view === "versions"}
                onClick={() => {
                  go({ view: view === "versions" ? "agent" : "versions" });
                }}
              >
                {translate("version", { version })}
              </Button>
            )}
            {problem === null && (
              <ButtonLink
                icon={FlaskConical}
                href={`/w/${encodeURIComponent(workspace)}/chat?${chat.toString()}`}
              >
                {translate("try")}
              </ButtonLink>
            )}
            {editable && (
              <Button
                icon={Pencil}
                onClick={() => {
                  go({ view: "edit" });
                }}
              >
                {translate("edit")}
              </Button>
            )}
          </span>
        </div>
        <p className="text-ink-2 [overflow-wrap:anywhere]">{texts.description}</p>
        {basis !== null && <p className="text-12 text-ink-2">{translate(basisText(agent), { basis })}</p>}
        {!editable && <p className="text-12 text-ink-2">{translate("readOnlyPage")}</p>}
        {problem !== null && (
          <Note tone="error">
            {translate("problem", {
              file: layers.find((layer) => layer.problem === problem)?.file ?? translate("layer.workspace"),
            })}{" "}
            {problem}
          </Note>
        )}
      </header>
      <AgentFacts workspace={workspace} agent={agent} />
      <Instructions agent={agent} />
      <AgentRights agent={agent} />
    </>
  );
}

function basisText({ layers }: AgentDetailData): "basisProject" | "basis" {
  return layers[0]?.layer === "project" ? "basisProject" : "basis";
}

/** The instructions, with the lines marked that the layers below do not have. */
function Instructions({ agent }: { readonly agent: AgentDetailData }): ReactElement {
  const translate = useTranslations("definitions");
  const { texts, textFrom, layers, instructionsTokens } = agent;
  const stated = layers.flatMap(({ fields }) => fields.instructions ?? []);
  const before = new Set((stated.at(-2) ?? "").split("\n"));
  return (
    <section className="flex flex-col gap-2">
      <div className="flex items-baseline gap-2">
        <h3 className="font-semibold">{translate("instructions")}</h3>
        <span className="text-12 text-ink-2">
          {translate("tokensFrom", {
            tokens: instructionsTokens,
            layer: translate(`layer.${textFrom.instructions}`),
          })}
        </span>
      </div>
      <pre className="rounded-md bg-ink/4 p-3 font-mono text-12 whitespace-pre-wrap [overflow-wrap:anywhere]">
        {texts.instructions.split("\n").map((line, index) => (
          <Fragment key={index}>
            {stated.length > 1 && line.trim() !== "" && !before.has(line) ? (
              <span className="bg-ok-soft">{line}</span>
            ) : (
              line
            )}
            {"\n"}
          </Fragment>
        ))}
      </pre>
    </section>
  );
}

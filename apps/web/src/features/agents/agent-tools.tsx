"use client";
import { allToolsOf } from "@goaltrace/core/log";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Checkbox, Radio } from "../../ui/choice.tsx";
import type { DraftPart } from "./agent-strategy.tsx";

/** The tools of an agent: all that the layers below grant, or only some of them. The tools of an MCP server are chosen together. */
export function AgentTools({ workspace, draft, onChange }: DraftPart): ReactElement {
  const translate = useTranslations("definitions");
  const api = useTRPC();
  const choices = useQuery(api.agents.choices.queryOptions({ workspace }));
  const servers = new Map((choices.data?.servers ?? []).map((server) => [allToolsOf(server), server]));
  const known = [...(choices.data?.tools ?? []).map(({ name }) => name), ...servers.keys()];
  const chosen = draft.tools ?? [];
  const names = [...known, ...chosen.filter((name) => !known.includes(name))];
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-2 font-semibold">{translate("field.tools")}</legend>
      <div className="flex flex-wrap gap-4">
        <Radio
          name="tools"
          checked={draft.tools === null}
          onChange={() => {
            onChange({ tools: null });
          }}
        >
          {translate("allTools")}
        </Radio>
        <Radio
          name="tools"
          checked={draft.tools !== null}
          onChange={() => {
            onChange({ tools: known });
          }}
        >
          {translate("someTools")}
        </Radio>
      </div>
      {draft.tools !== null && (
        <div className="grid grid-cols-3 gap-x-4 gap-y-1 phone:grid-cols-1">
          {names.map((name) => (
            <Checkbox
              key={name}
              checked={chosen.includes(name)}
              onChange={(event) => {
                onChange({
                  tools: event.target.checked ? [...chosen, name] : chosen.filter((other) => other !== name),
                });
              }}
            >
              {servers.has(name) ? (
                translate("serverTools", { server: servers.get(name) ?? "" })
              ) : (
                <span className="font-mono text-12">{name}</span>
              )}
            </Checkbox>
          ))}
        </div>
      )}
    </fieldset>
  );
}

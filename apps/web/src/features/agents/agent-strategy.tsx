"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Field } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useStrategyName } from "../../ui/use-strategy-name.ts";
import type { AgentDraft } from "./agent-draft.ts";

/** The part of a draft that a part of the form changes. */
export type DraftPart = {
  readonly workspace: string;
  readonly draft: AgentDraft;
  readonly onChange: (part: Partial<AgentDraft>) => void;
};

/** Models of an agent, the first and two fallbacks. */
const MODELS = [0, 1, 2] as const;
const ROUTES = ["decide", "DIRECT", "SIMPLE_TOOL", "PLAN_REQUIRED"] as const;
const MEMORY = ["write", "read", "none"] as const;

/** The models of an agent, its strategy and its use of memory. */
export function AgentStrategy({ workspace, draft, onChange }: DraftPart): ReactElement {
  const translate = useTranslations("definitions");
  const strategyName = useStrategyName();
  const api = useTRPC();
  const models = useQuery(api.models.list.queryOptions({ workspace }));
  const choices = useQuery(api.agents.choices.queryOptions({ workspace }));
  const references = (models.data?.items ?? []).map(({ reference }) => reference);
  const setModel = (index: number, reference: string): void => {
    const next = MODELS.map((each) => (each === index ? reference : (draft.models[each] ?? "")));
    onChange({ models: [...next, ...draft.models.slice(MODELS.length)].filter((each) => each !== "") });
  };
  return (
    <div className="grid grid-cols-3 gap-4 phone:grid-cols-1">
      {MODELS.filter((index) => index <= draft.models.length).map((index) => (
        <Field
          key={index}
          label={index === 0 ? translate("field.models") : translate("fallback", { number: index })}
        >
          {(control) => (
            <Select
              {...control}
              value={draft.models[index] ?? ""}
              onChange={(event) => {
                setModel(index, event.target.value);
              }}
            >
              <option value="">{translate(index === 0 ? "inherit" : "noFallback")}</option>
              {withCurrent(references, draft.models[index]).map((reference) => (
                <option key={reference} value={reference}>
                  {reference}
                </option>
              ))}
            </Select>
          )}
        </Field>
      ))}
      <Field label={translate("field.strategy")}>
        {(control) => (
          <Select
            {...control}
            value={draft.strategy}
            onChange={(event) => {
              onChange({ strategy: event.target.value });
            }}
          >
            <option value="">{translate("inherit")}</option>
            {withCurrent(choices.data?.strategies ?? [], draft.strategy).map((name) => (
              <option key={name} value={name}>
                {strategyName(name)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {/* Only the automatic strategy has routes; one that was stated before stays visible. */}
      {(draft.strategy === "auto" || draft.route !== "") && (
        <Field label={translate("field.route")}>
          {(control) => (
            <Select
              {...control}
              value={draft.route}
              onChange={(event) => {
                onChange({ route: ROUTES.find((each) => each === event.target.value) ?? "" });
              }}
            >
              <option value="">{translate("inherit")}</option>
              {ROUTES.map((route) => (
                <option key={route} value={route}>
                  {translate(`routes.${route}`)}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={translate("field.memory")}>
        {(control) => (
          <Select
            {...control}
            value={draft.memory}
            onChange={(event) => {
              onChange({ memory: MEMORY.find((each) => each === event.target.value) ?? "write" });
            }}
          >
            {MEMORY.map((right) => (
              <option key={right} value={right}>
                {translate(`memory.${right}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  );
}

/** A saved name that no longer exists stays visible until someone changes it. */
function withCurrent(names: readonly string[], current: string | undefined): readonly string[] {
  return current === undefined || current === "" || names.includes(current) ? names : [current, ...names];
}

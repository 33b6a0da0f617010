"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { EFFECT_TONES } from "./rule-place.ts";
import { RuleText } from "./rule-row.tsx";

export type CallTestProps = {
  readonly workspace: string;
  /** The conversation whose mode and rules count too; null for none. */
  readonly conversation: { readonly id: string; readonly title: string } | null;
  readonly initial: { readonly tool: string | null; readonly path: string | null };
};

const EXAMPLES = { path: "src/a.ts", command: "npm test && git push" } as const;

/** Explains how a call would be decided now. Runs nothing. */
export function CallTest({ workspace, conversation, initial }: CallTestProps): ReactElement {
  const translate = useTranslations("permissions.test");
  const api = useTRPC();
  const tools = useQuery(api.permissions.tools.queryOptions({ workspace }));
  const folders = useQuery(api.folders.list.queryOptions({ workspace }));
  const [tool, setTool] = useState(initial.tool ?? "write_file");
  const [subject, setSubject] = useState(initial.path ?? "");
  const [folderId, setFolderId] = useState("");
  const [asked, setAsked] = useState(initial.tool !== null);
  const field = tools.data?.find(({ name }) => name === tool)?.field ?? null;
  const explanation = useQuery(
    api.permissions.explain.queryOptions(
      {
        ...{ workspace, tool, conversationId: conversation?.id ?? null },
        arguments: field === null || subject === "" ? {} : { [field]: subject },
        folderId: folderId === "" ? null : folderId,
      },
      { enabled: asked && tools.data !== undefined, staleTime: 0, retry: false },
    ),
  );
  return (
    <section className="flex flex-col gap-3">
      <header>
        <h2 className="font-semibold">{translate("title")}</h2>
        <p className="text-12 text-ink-2">
          {conversation === null
            ? translate("text")
            : translate("textIn", { title: conversation.title || translate("untitled") })}
        </p>
      </header>
      <form
        className="grid grid-cols-[180px_minmax(0,1fr)_160px_auto] items-end gap-3 phone:grid-cols-1"
        onSubmit={(event) => {
          event.preventDefault();
          if (asked) void explanation.refetch();
          else setAsked(true);
        }}
      >
        <Field label={translate("tool")}>
          {(control) => (
            <Select
              {...control}
              value={tool}
              onChange={(event) => {
                setTool(event.target.value);
                setAsked(false);
              }}
            >
              {(tools.data ?? [{ name: tool }]).map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={field === null ? translate("noSubject") : field}>
          {(control) => (
            <Input
              {...control}
              className="font-mono text-12"
              autoComplete="off"
              spellCheck={false}
              placeholder={field === null ? "" : field === "command" ? EXAMPLES.command : EXAMPLES.path}
              disabled={field === null}
              value={subject}
              onChange={(event) => {
                setSubject(event.target.value);
                setAsked(false);
              }}
            />
          )}
        </Field>
        <Field label={translate("folder")}>
          {(control) => (
            <Select
              {...control}
              value={folderId}
              onChange={(event) => {
                setFolderId(event.target.value);
                setAsked(false);
              }}
            >
              <option value="">{translate(conversation === null ? "noFolder" : "itsFolder")}</option>
              {folders.data?.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Button type="submit">{translate("explain")}</Button>
      </form>
      {explanation.isError && asked && <FailureNote error={explanation.error} call="load" />}
      {explanation.data !== undefined && asked && <Explanation explanation={explanation.data} />}
    </section>
  );
}

type ExplanationProps = { readonly explanation: RouterOutputs["permissions"]["explain"] };

function Explanation({ explanation }: ExplanationProps): ReactElement {
  const translate = useTranslations("permissions.test");
  const effects = useTranslations("permissions.effects");
  const layers = useTranslations("permissions.layers");
  const { effect, cause, mode, subjects, rules } = explanation;
  return (
    <div role="status" className="flex flex-col gap-2 rounded-md bg-sunken p-4">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={EFFECT_TONES[effect]}>{effects(effect)}</Badge>
        {translate(`causes.${cause}`, { effect, mode })}
      </p>
      {subjects.length > 0 && (
        <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
          {translate("compares")} <span className="font-mono">{subjects.join(", ")}</span>
        </p>
      )}
      {rules.length === 0 ? (
        <p className="text-12 text-ink-2">{translate("noRules")}</p>
      ) : (
        <ol aria-label={translate("rules")}>
          {rules.map((rule) => (
            <li
              key={rule.id}
              className="flex flex-wrap items-baseline gap-x-2 border-t border-line py-1 text-12 first:border-t-0"
            >
              <RuleText text={rule.text} />
              <span className="text-ink-2">
                {layers(`${rule.layer}.title`)} · {translate(`fates.${rule.fate}`)}
              </span>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

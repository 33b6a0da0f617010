"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL_CLASS } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import type { ListedExperience } from "./experience-filter.ts";
import { useExperienceChanges } from "./use-experience-changes.ts";

type ExperienceEditorProps = {
  readonly workspace: string;
  /** Null for a new one. */
  readonly experience: ListedExperience | null;
  /** Called with the experience to show. */
  readonly onClose: (id: string | null) => void;
};

const MAX_CONDITION = 300;
const MAX_RULE = 600;
/** The value of the audience field for the runs of an agent, before its name. */
const OF_AGENT = "agent:";

/** A form for an experience: when to do what, and for whose runs. */
export function ExperienceEditor({ workspace, experience, onClose }: ExperienceEditorProps): ReactElement {
  const translate = useTranslations("experiences.editor");
  const audiences = useTranslations("experiences.audience");
  const api = useTRPC();
  const agents = useQuery(api.agents.list.queryOptions({ workspace, folderId: null }));
  const { add, edit } = useExperienceChanges();
  const [condition, setCondition] = useState(experience?.condition ?? "");
  const [rule, setRule] = useState(experience?.rule ?? "");
  const [audience, setAudience] = useState(audienceValue(experience));
  const names = new Set([
    ...(agents.data?.items ?? []).map(({ name }) => name),
    ...(experience?.agent == null ? [] : [experience.agent]),
  ]);
  const isChanged = experience !== null && (experience.condition !== condition || experience.rule !== rule);
  const submit = useSubmit(async () => {
    const fields = { condition, rule, ...readAudience(audience) };
    if (experience === null) {
      onClose((await add.mutateAsync({ workspace, fields })).id);
      return;
    }
    await edit.mutateAsync({ workspace, id: experience.id, version: experience.version, fields });
    onClose(experience.id);
  });
  const failed = [add, edit].find((change) => change.isError);
  const isBusy = add.isPending || edit.isPending;
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-4">
        <h2 className="text-16 font-semibold">{translate(experience === null ? "new" : "edit")}</h2>
        <Field label={translate("condition")} hint={translate("conditionHint")}>
          {(control) => (
            <textarea
              {...control}
              required
              rows={3}
              maxLength={MAX_CONDITION}
              value={condition}
              className={`${CONTROL_CLASS} px-2 py-1`}
              onChange={(event) => {
                setCondition(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={translate("rule")} hint={translate("ruleHint")}>
          {(control) => (
            <textarea
              {...control}
              required
              rows={4}
              maxLength={MAX_RULE}
              value={rule}
              className={`${CONTROL_CLASS} px-2 py-1`}
              onChange={(event) => {
                setRule(event.target.value);
              }}
            />
          )}
        </Field>
        <Field label={translate("audience")}>
          {(control) => (
            <Select
              {...control}
              value={audience}
              onChange={(event) => {
                setAudience(event.target.value);
              }}
            >
              <option value="person">{audiences("onlyYou")}</option>
              <option value="workspace">{audiences("workspace")}</option>
              {[...names].map((name) => (
                <option key={name} value={`${OF_AGENT}${name}`}>
                  {audiences("ofAgent", { agent: name })}
                </option>
              ))}
            </Select>
          )}
        </Field>
        {isChanged && experience.trials > 0 && (
          <p className="text-12 text-ink-2">{translate("startsOver")}</p>
        )}
        {failed !== undefined && <FailureNote error={failed.error} />}
      </div>
      <footer className="flex flex-none gap-2 border-t border-line px-6 py-3">
        <Button
          variant="primary"
          type="submit"
          disabled={isBusy || condition.trim() === "" || rule.trim() === ""}
        >
          {translate("save")}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            onClose(experience?.id ?? null);
          }}
        >
          {translate("cancel")}
        </Button>
      </footer>
    </form>
  );
}

function audienceValue(experience: ListedExperience | null): string {
  if (experience === null) return "person";
  return experience.audience === "agent" ? `${OF_AGENT}${experience.agent ?? ""}` : experience.audience;
}

function readAudience(value: string): {
  readonly audience: ListedExperience["audience"];
  readonly agent: string | null;
} {
  if (value.startsWith(OF_AGENT)) return { audience: "agent", agent: value.slice(OF_AGENT.length) };
  return { audience: value === "workspace" ? "workspace" : "person", agent: null };
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL_CLASS } from "../../ui/input.tsx";
import { SavedMeanwhile } from "../../ui/saved-meanwhile.tsx";
import { Select } from "../../ui/select.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { ListedExperience } from "./experience-filter.ts";
import { memoryDraftKey } from "./memory-address.ts";
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

/**
 * A form for an experience: when to do what, and for whose runs. Typed text is kept when the form is left without saving, and when someone else saves
 * the experience meanwhile; the form then shows their changes.
 */
export function ExperienceEditor({ workspace, experience, onClose }: ExperienceEditorProps): ReactElement {
  const translate = useTranslations("experiences.editor");
  const audiences = useTranslations("experiences.audience");
  const api = useTRPC();
  const agents = useQuery(api.agents.list.queryOptions({ workspace, folderId: null }));
  const { add, edit } = useExperienceChanges();
  const toast = useToast();
  const common = useTranslations("common.draft");
  const stored = useMemo(
    () => ({
      ...{ condition: experience?.condition ?? "", rule: experience?.rule ?? "" },
      audience: audienceValue(experience),
    }),
    [experience],
  );
  const version = experience?.version ?? 0;
  const form = useFormDraft(memoryDraftKey(workspace, "experience", experience?.id ?? null), {
    ...{ version, fields: stored },
  });
  const { condition, rule, audience } = form.fields;
  const names = new Set([
    ...(agents.data?.items ?? []).map(({ name }) => name),
    ...(experience?.agent == null ? [] : [experience.agent]),
  ]);
  const isChanged = experience !== null && (experience.condition !== condition || experience.rule !== rule);
  const submit = useSubmit(async () => {
    const fields = { condition, rule, ...readAudience(audience) };
    let id = experience?.id;
    if (id === undefined) ({ id } = await add.mutateAsync({ workspace, fields }));
    else await edit.mutateAsync({ workspace, id, version, fields });
    form.forget();
    onClose(id);
  });
  const cancel = (): void => {
    const undo = form.forget();
    if (form.isChanged) toast({ text: common("discarded"), undo });
    onClose(experience?.id ?? null);
  };
  const failed = [add, edit].find((change) => change.isError);
  const isBusy = add.isPending || edit.isPending;
  // The version that this form has just saved is not a change by someone else.
  const meanwhile = isBusy || edit.isSuccess ? null : form.meanwhile;
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
                form.set({ condition: event.target.value });
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
                form.set({ rule: event.target.value });
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
                form.set({ audience: event.target.value });
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
        {meanwhile !== null && (
          <SavedMeanwhile
            before={`${meanwhile.before.condition}\n${meanwhile.before.rule}`}
            after={`${meanwhile.after.condition}\n${meanwhile.after.rule}`}
            version={version}
            onGoOn={() => {
              form.goOn();
              edit.reset();
            }}
          />
        )}
        {failed !== undefined && meanwhile === null && <FailureNote error={failed.error} />}
      </div>
      <footer className="flex flex-none gap-2 border-t border-line px-6 py-3">
        <Button
          variant="primary"
          type="submit"
          disabled={isBusy || meanwhile !== null || condition.trim() === "" || rule.trim() === ""}
        >
          {translate("save")}
        </Button>
        <Button variant="ghost" onClick={cancel}>
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

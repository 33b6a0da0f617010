"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { Checkbox } from "../../ui/choice.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL_CLASS, Input } from "../../ui/input.tsx";
import { type AgentDraft, toDraft, toFields } from "./agent-draft.ts";
import { AgentProblems } from "./agent-problems.tsx";
import { AgentStrategy } from "./agent-strategy.tsx";
import { AgentTools } from "./agent-tools.tsx";
import { workspaceLayer } from "./agent-type.ts";
import type { AgentDetailData } from "./agent-type.ts";
import { useAgentChanges } from "./use-agent-changes.ts";
import { useAgentsAddress } from "./use-agents-address.ts";

type AgentFormProps = {
  readonly workspace: string;
  /** Null for a new agent. */
  readonly agent: AgentDetailData | null;
};

const NAME = "[a-z][a-z0-9\\-]{0,39}";
/** The limits of a run, with the highest number of each. */
const LIMITS = [
  ["maxSteps", 1_000],
  ["maxTokens", 1_000_000_000],
  ["maxMinutes", 10_080],
] as const;

/** A form for the definition of an agent in the workspace. Empty fields state nothing, so the layers below decide. */
export function AgentForm({ workspace, agent }: AgentFormProps): ReactElement {
  const translate = useTranslations("definitions");
  const api = useTRPC();
  const { folder, go } = useAgentsAddress();
  const list = useQuery(api.agents.list.queryOptions({ workspace, folderId: folder }));
  const { save, remove } = useAgentChanges();
  const { own, below } = agent === null ? { own: null, below: [] } : workspaceLayer(agent);
  const [draft, setDraft] = useState(() => toDraft(agent?.name ?? "", own));
  // The version that the person saw: changes that others save meanwhile must not be overwritten.
  const [over] = useState(agent?.version ?? 0);
  const [isAsking, setAsking] = useState(false);
  const change = (part: Partial<AgentDraft>): void => {
    setDraft((current) => ({ ...current, ...part }));
  };
  const fields = toFields(draft);
  const isNew = agent === null || below.length === 0;
  const lower = below.at(-1) ?? null;
  const check = useQuery(
    api.agents.check.queryOptions({ workspace, fields: toFields(toDraft("", own)), isNew: false }),
  );
  const close = (name: string | null): void => {
    go({ agent: name, view: "agent" });
  };
  const submit = useSubmit(async () => {
    await save.mutateAsync({ workspace, name: draft.name, over, fields });
    close(draft.name);
  });
  const isTaken = agent === null && (list.data?.items ?? []).some(({ name }) => name === draft.name);
  const failed = [save, remove].find((mutation) => mutation.isError);
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div className="flex max-w-[920px] flex-col gap-4 px-8 pt-4 pb-12 phone:px-4">
          <header className="flex flex-col gap-1">
            <h2 className="text-15 font-semibold">
              {agent === null ? translate("newTitle") : translate("editTitle", { name: agent.name })}
            </h2>
            <p className="text-12 text-ink-2">{translate(isNew ? "newText" : "overrideText")}</p>
          </header>
          {check.data !== undefined && own !== null && <AgentProblems problems={check.data.problems} />}
          {agent === null && (
            <Field
              label={translate("name")}
              hint={translate("nameHint")}
              error={isTaken ? translate("nameTaken") : null}
            >
              {(control) => (
                <Input
                  {...control}
                  required
                  pattern={NAME}
                  maxLength={40}
                  value={draft.name}
                  onChange={(event) => {
                    change({ name: event.target.value });
                  }}
                />
              )}
            </Field>
          )}
          <Field label={translate("field.description")} hint={translate("descriptionHint")}>
            {(control) => (
              <Input
                {...control}
                required={isNew}
                maxLength={200}
                placeholder={lower?.description}
                value={draft.description}
                onChange={(event) => {
                  change({ description: event.target.value });
                }}
              />
            )}
          </Field>
          <Field label={translate("instructions")} hint={isNew ? undefined : translate("inheritHint")}>
            {(control) => (
              <textarea
                {...control}
                required={isNew}
                rows={12}
                maxLength={40_000}
                placeholder={lower?.instructions}
                value={draft.instructions}
                className={`${CONTROL_CLASS} px-2 py-1 font-mono text-12`}
                onChange={(event) => {
                  change({ instructions: event.target.value });
                }}
              />
            )}
          </Field>
          <AgentStrategy workspace={workspace} draft={draft} onChange={change} />
          <AgentTools workspace={workspace} draft={draft} onChange={change} />
          <Checkbox
            checked={draft.isReadOnly}
            onChange={(event) => {
              change({ isReadOnly: event.target.checked });
            }}
          >
            {translate("readOnlyChoice")}
          </Checkbox>
          <fieldset className="flex flex-col gap-2">
            <legend className="mb-2 font-semibold">{translate("limits")}</legend>
            <div className="grid grid-cols-3 gap-4 phone:grid-cols-1">
              {LIMITS.map(([field, most]) => (
                <Field key={field} label={translate(`limit.${field}`)}>
                  {(control) => (
                    <Input
                      {...control}
                      type="number"
                      min={1}
                      max={most}
                      step={field === "maxMinutes" ? "any" : 1}
                      value={draft[field]}
                      placeholder={translate("noneOfItsOwn")}
                      onChange={(event) => {
                        change({ [field]: event.target.value });
                      }}
                    />
                  )}
                </Field>
              ))}
            </div>
          </fieldset>
        </div>
      </div>
      <footer className="flex flex-none flex-col gap-2 border-t border-line px-8 py-3 phone:px-4">
        {failed !== undefined && <FailureNote error={failed.error} />}
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" type="submit" disabled={save.isPending || isTaken}>
            {translate("save", { version: over + 1 })}
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              close(agent?.name ?? null);
            }}
          >
            {translate("cancel")}
          </Button>
          {own !== null && (
            <span className="ml-auto">
              <Button
                variant="danger"
                disabled={remove.isPending}
                onClick={() => {
                  setAsking(true);
                }}
              >
                {translate(isNew ? "remove" : "removeOverride")}
              </Button>
            </span>
          )}
        </div>
      </footer>
      {isAsking && agent !== null && (
        <ConfirmDialog
          title={translate("removeTitle", { name: agent.name })}
          canConfirm
          confirmLabel={translate(isNew ? "remove" : "removeOverride")}
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={() => {
            remove.mutate(
              { workspace, name: agent.name, over },
              {
                onSuccess: () => {
                  close(isNew ? null : agent.name);
                },
              },
            );
          }}
        >
          {translate(isNew ? "removeText" : "removeOverrideText")}
        </ConfirmDialog>
      )}
    </form>
  );
}

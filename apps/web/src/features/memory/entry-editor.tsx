"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFormDraft } from "../../lib/use-form-draft.ts";
import { usePaused } from "../../lib/use-paused.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL_CLASS, Input } from "../../ui/input.tsx";
import { SavedMeanwhile } from "../../ui/saved-meanwhile.tsx";
import { Select } from "../../ui/select.tsx";
import { useToast } from "../../ui/toast.tsx";
import { GateProblems } from "./gate-problems.tsx";
import { memoryDraftKey } from "./memory-address.ts";
import { TYPES } from "./memory-type.ts";
import type { MemoryDetail } from "./memory-type.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

type EntryEditorProps = {
  readonly workspace: string;
  /** Null for a new entry. */
  readonly entry: MemoryDetail["entry"] | null;
  /** Called when an entry that waited is saved and thereby approved, before `onClose`. */
  readonly onApproved?: (() => void) | undefined;
  /** Called with the entry to show. */
  readonly onClose: (id: string | null) => void;
};

const EMPTY = {
  ...{ type: "feedback", name: "", description: "", keywords: "", content: "" },
  ...{ audience: "person", project: "" },
};
type Fields = typeof EMPTY;
type MemoryAudience = MemoryDetail["entry"]["audience"];

/**
 * A form for an entry that shows, at every pause, what agents could not save. Typed text is kept when the form is left without saving, and when
 * someone else saves the entry meanwhile; the form then shows their changes.
 */
export function EntryEditor({ workspace, entry, onApproved, onClose }: EntryEditorProps): ReactElement {
  const translate = useTranslations("memory.editor");
  const memory = useTranslations("memory");
  const api = useTRPC();
  const { add, edit, decide } = useMemoryChanges();
  const toast = useToast();
  const common = useTranslations("common.draft");
  const stored = useMemo(() => (entry === null ? EMPTY : readForm(entry)), [entry]);
  const version = entry?.version ?? 0;
  const isHeld = entry?.state === "held";
  const form = useFormDraft(memoryDraftKey(workspace, "entry", entry?.id ?? null), {
    ...{ version, fields: stored },
  });
  const { name, description, keywords, content, project } = form.fields;
  const type = TYPES.find((known) => known === form.fields.type) ?? "feedback";
  const audience: MemoryAudience = form.fields.audience === "workspace" ? "workspace" : "person";
  const fields = useMemo(
    () => ({ type, name, description, keywords: splitKeywords(keywords), content }),
    [type, name, description, keywords, content],
  );
  const checked = usePaused(fields);
  const isComplete = name.trim() !== "" && description.trim() !== "" && content.trim() !== "";
  const check = useQuery(
    api.memory.check.queryOptions(
      { workspace, fields: checked },
      { enabled: isComplete, placeholderData: keepPreviousData },
    ),
  );
  const submit = useSubmit(async () => {
    const where = { audience, project: project.trim() === "" ? null : project.trim() };
    const saved = { workspace, fields, ...where };
    let id = entry?.id;
    if (id === undefined) ({ id } = await add.mutateAsync(saved));
    else await edit.mutateAsync({ ...saved, id, version });
    if (isHeld) {
      await decide.mutateAsync({ workspace, id, approve: true });
      onApproved?.();
    }
    form.forget();
    onClose(id);
  });
  const cancel = (): void => {
    const undo = form.forget();
    if (form.isChanged) toast({ text: common("discarded"), undo });
    onClose(entry?.id ?? null);
  };
  const failed = [add, edit, decide].find((change) => change.isError);
  const isBusy = add.isPending || edit.isPending || decide.isPending;
  // The version that this form has just saved is not a change by someone else.
  const meanwhile = isBusy || edit.isSuccess ? null : form.meanwhile;
  const next = version + 1;
  const footnote = (): string => {
    if (!isComplete) return translate("incomplete");
    if (check.isError) return translate("notChecked");
    if (check.data === undefined) return translate("checking");
    return translate("problems", { count: check.data.problems.length });
  };
  return (
    <form onSubmit={submit} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-6 py-4">
        <header className="flex items-baseline gap-2">
          <h2 className="text-16 font-semibold">{translate(entry === null ? "new" : "edit")}</h2>
          {entry !== null && (
            <span className="ml-auto text-12 text-ink-2">{translate("version", { version: next })}</span>
          )}
        </header>
        <Field label={translate("name")}>
          {(control) => (
            <Input
              {...control}
              required
              maxLength={120}
              value={name}
              onChange={(event) => {
                form.set({ name: event.target.value });
              }}
            />
          )}
        </Field>
        <div className="grid grid-cols-2 gap-4">
          <Field label={translate("type")}>
            {(control) => (
              <Select
                {...control}
                value={type}
                onChange={(event) => {
                  form.set({ type: event.target.value });
                }}
              >
                {TYPES.map((known) => (
                  <option key={known} value={known}>
                    {memory(`type.${known}`)}
                  </option>
                ))}
              </Select>
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
                <option value="person">{memory("audience.person")}</option>
                <option value="workspace">{memory("audience.workspace")}</option>
              </Select>
            )}
          </Field>
        </div>
        <Field label={translate("project")} hint={translate("projectHint")}>
          {(control) => (
            <Input
              {...control}
              maxLength={60}
              value={project}
              onChange={(event) => {
                form.set({ project: event.target.value });
              }}
            />
          )}
        </Field>
        <Field
          label={translate("description")}
          hint={translate("descriptionHint", { count: description.length })}
        >
          {(control) => (
            <Input
              {...control}
              required
              maxLength={300}
              value={description}
              onChange={(event) => {
                form.set({ description: event.target.value });
              }}
            />
          )}
        </Field>
        <Field label={translate("keywords")} hint={translate("keywordsHint")}>
          {(control) => (
            <Input
              {...control}
              value={keywords}
              onChange={(event) => {
                form.set({ keywords: event.target.value });
              }}
            />
          )}
        </Field>
        <Field label={translate("content")}>
          {(control) => (
            <textarea
              {...control}
              required
              rows={7}
              maxLength={4_000}
              value={content}
              className={`${CONTROL_CLASS} px-2 py-1`}
              onChange={(event) => {
                form.set({ content: event.target.value });
              }}
            />
          )}
        </Field>
        {isComplete && check.data !== undefined && (
          <GateProblems
            problems={check.data.problems}
            onReplace={(found, instead) => {
              form.set({ content: content.replaceAll(found, instead) });
            }}
          />
        )}
        {meanwhile !== null && (
          <SavedMeanwhile
            before={asText(meanwhile.before)}
            after={asText(meanwhile.after)}
            version={version}
            onGoOn={() => {
              form.goOn();
              edit.reset();
            }}
          />
        )}
        {failed !== undefined && meanwhile === null && <FailureNote error={failed.error} />}
      </div>
      <footer className="flex flex-none items-center gap-2 border-t border-line px-6 py-3">
        <Button variant="primary" type="submit" disabled={!isComplete || isBusy || meanwhile !== null}>
          {entry === null
            ? translate("save")
            : translate(isHeld ? "saveApproved" : "saveVersion", { version: next })}
        </Button>
        <Button variant="ghost" onClick={cancel}>
          {translate("cancel")}
        </Button>
        <span className="ml-auto text-12 text-ink-2">{footnote()}</span>
      </footer>
    </form>
  );
}

function readForm({ project, keywords, ...entry }: NonNullable<EntryEditorProps["entry"]>): Fields {
  const { type, name, description, content, audience } = entry;
  return {
    type,
    name,
    description,
    content,
    audience,
    keywords: keywords.join(", "),
    project: project ?? "",
  };
}

/** The fields that a comparison shows, one per line. */
function asText({ name, description, keywords, content, project }: Fields): string {
  return [name, description, keywords, content, project].filter((text) => text !== "").join("\n");
}

function splitKeywords(text: string): string[] {
  return text
    .split(/[,，、]/u)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== "");
}

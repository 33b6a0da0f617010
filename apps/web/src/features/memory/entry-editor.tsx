"use client";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { usePaused } from "../../lib/use-paused.ts";
import { useSubmit } from "../../lib/use-submit.ts";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Field } from "../../ui/field.tsx";
import { CONTROL_CLASS, Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { GateProblems } from "./gate-problems.tsx";
import { TYPES } from "./memory-type.ts";
import type { MemoryDetail } from "./memory-type.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

type EntryEditorProps = {
  readonly workspace: string;
  /** Null for a new entry. */
  readonly entry: MemoryDetail["entry"] | null;
  /** Called with the entry to show. */
  readonly onClose: (id: string | null) => void;
};

/** People pause this long between thoughts, in milliseconds. */
const EMPTY = { type: "feedback", name: "", description: "", keywords: [], content: "" } as const;

/** A form for an entry that shows, at every pause, what agents could not save. */
export function EntryEditor({ workspace, entry, onClose }: EntryEditorProps): ReactElement {
  const translate = useTranslations("memory.editor");
  const memory = useTranslations("memory");
  const api = useTRPC();
  const { add, edit } = useMemoryChanges();
  const start = entry ?? EMPTY;
  const [type, setType] = useState(start.type);
  const [audience, setAudience] = useState(entry?.audience ?? "person");
  const [project, setProject] = useState(entry?.project ?? "");
  const [name, setName] = useState<string>(start.name);
  const [description, setDescription] = useState<string>(start.description);
  const [keywords, setKeywords] = useState(start.keywords.join(", "));
  const [content, setContent] = useState<string>(start.content);
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
    if (entry === null) onClose((await add.mutateAsync({ workspace, fields, ...where })).id);
    else {
      await edit.mutateAsync({ workspace, id: entry.id, version: entry.version, fields, ...where });
      onClose(entry.id);
    }
  });
  const failed = [add, edit].find((change) => change.isError);
  const next = (entry?.version ?? 0) + 1;
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
                setName(event.target.value);
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
                  setType(TYPES.find((known) => known === event.target.value) ?? type);
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
                  setAudience(event.target.value === "workspace" ? "workspace" : "person");
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
                setProject(event.target.value);
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
                setDescription(event.target.value);
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
                setKeywords(event.target.value);
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
                setContent(event.target.value);
              }}
            />
          )}
        </Field>
        {isComplete && check.data !== undefined && (
          <GateProblems
            problems={check.data.problems}
            onReplace={(found, instead) => {
              setContent(content.replaceAll(found, instead));
            }}
          />
        )}
        {failed !== undefined && <FailureNote error={failed.error} />}
      </div>
      <footer className="flex flex-none items-center gap-2 border-t border-line px-6 py-3">
        <Button variant="primary" type="submit" disabled={!isComplete || add.isPending || edit.isPending}>
          {entry === null ? translate("save") : translate("saveVersion", { version: next })}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            onClose(entry?.id ?? null);
          }}
        >
          {translate("cancel")}
        </Button>
        <span className="ml-auto text-12 text-ink-2">
          {isComplete
            ? translate("problems", { count: check.data?.problems.length ?? 0 })
            : translate("incomplete")}
        </span>
      </footer>
    </form>
  );
}

function splitKeywords(text: string): string[] {
  return text
    .split(/[,，、]/u)
    .map((keyword) => keyword.trim())
    .filter((keyword) => keyword !== "");
}

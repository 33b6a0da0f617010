"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Note } from "../../ui/note.tsx";
import { ModelForm } from "./model-form.tsx";
import { ModelRowView } from "./model-row-view.tsx";

/** The models of a workspace: list, default, test, add, edit, remove. Stored keys are never shown. */
export function ModelsSettingsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("settings.models");
  const trpc = useTRPC();
  const queries = useQueryClient();
  const list = useQuery(trpc.models.list.queryOptions({ workspace }));
  const [editing, setEditing] = useState<string | null>(null);
  const [keyDropped, setKeyDropped] = useState(false);
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: trpc.models.list.queryKey({ workspace }) });
  };
  const close = (saved: { readonly keyDropped: boolean } | null): void => {
    setEditing(null);
    if (saved === null) return;
    setKeyDropped(saved.keyDropped);
    reload();
  };
  return (
    <section className="flex flex-col gap-4">
      <header className="flex items-start gap-4">
        <div className="flex-1">
          <h1 className="text-20 font-semibold">{translate("title")}</h1>
          <p className="text-ink-2">{translate("text")}</p>
        </div>
        <Button
          icon={Plus}
          onClick={() => {
            setEditing("new");
          }}
        >
          {translate("add")}
        </Button>
      </header>
      {keyDropped && <Note tone="warn">{translate("keyDropped")}</Note>}
      {editing === "new" && <ModelForm workspace={workspace} model={null} onClose={close} />}
      {list.isPending && <SkeletonRows rows={3} rowHeight={44} />}
      {list.isError && <FailureNote error={list.error} call="load" />}
      <ul className="flex flex-col rounded-md border border-line empty:hidden">
        {list.data?.items.map((model) => (
          <li key={model.id} className="border-b border-line p-3 last:border-b-0">
            {editing === model.id ? (
              <ModelForm workspace={workspace} model={model} onClose={close} />
            ) : (
              <ModelRowView
                workspace={workspace}
                model={model}
                isDefault={list.data.defaultReference === model.reference}
                onEdit={() => {
                  setEditing(model.id);
                }}
                onChanged={reload}
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

"use client";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { Button } from "../../../ui/button.tsx";
import { EmptyState } from "../../../ui/empty-state.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { SecretForm } from "./secret-form.tsx";
import { SecretRow } from "./secret-row.tsx";

/** The secrets of the workspace: add, rotate, remove, and every use. Values are entered here and never shown. */
export function SecretsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("secrets");
  const api = useTRPC();
  const queries = useQueryClient();
  const secrets = useQuery(api.secrets.list.queryOptions({ workspace }));
  const [adding, setAdding] = useState(false);
  const reload = (): void => {
    void queries.invalidateQueries({ queryKey: api.secrets.pathKey() });
  };
  const { items = [], tools = [] } = secrets.data ?? {};
  return (
    <section className="flex flex-col gap-4">
      <header className="flex items-start gap-4 phone:flex-wrap">
        <div className="min-w-0 flex-1">
          <h1 className="text-20 font-semibold">{translate("title")}</h1>
          <p className="text-ink-2">
            {translate.rich("text", {
              placeholder: "<secret>NAME</secret>",
              code: (chunks) => <code className="font-mono text-12">{chunks}</code>,
            })}
          </p>
        </div>
        {secrets.isSuccess && !adding && (
          <Button
            icon={Plus}
            onClick={() => {
              setAdding(true);
            }}
          >
            {translate("add")}
          </Button>
        )}
      </header>
      {adding && (
        <SecretForm
          workspace={workspace}
          tools={tools}
          onSaved={() => {
            setAdding(false);
            reload();
          }}
          onClose={() => {
            setAdding(false);
          }}
        />
      )}
      {secrets.isPending && <SkeletonRows rows={3} rowHeight={64} />}
      {secrets.isError && <FailureNote error={secrets.error} call="load" />}
      {secrets.isSuccess && items.length === 0 && !adding && (
        <EmptyState title={translate("empty")}>{translate("emptyText")}</EmptyState>
      )}
      <ul className="border-y border-line empty:hidden">
        {items.map((item) => (
          <SecretRow key={item.name} workspace={workspace} secret={item} tools={tools} onChanged={reload} />
        ))}
      </ul>
    </section>
  );
}

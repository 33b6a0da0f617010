"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Note } from "../../ui/note.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";

/** The strength of the sandbox for commands, as tested on this server. */
export function SandboxSection({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("permissions.sandbox");
  const api = useTRPC();
  const { data, isPending, isError, error } = useQuery(api.permissions.sandbox.queryOptions({ workspace }));
  return (
    <section className="flex flex-col gap-2">
      <h2 className="font-semibold">{translate("title")}</h2>
      {isPending && <Skeleton className="h-8" />}
      {isError && <FailureNote error={error} call="load" />}
      {data?.strength === "enforcing" && <Note tone="ok">{translate("enforcing")}</Note>}
      {data?.strength === "partial" && (
        <Note tone="warn">
          {translate("partial", { open: data.open.map((check) => translate(`checks.${check}`)).join(", ") })}
        </Note>
      )}
      {data?.strength === "none" && <Note tone="warn">{translate("none", { reason: data.reason })}</Note>}
    </section>
  );
}

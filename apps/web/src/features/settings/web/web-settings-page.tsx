"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../../lib/trpc.tsx";
import { FailureNote } from "../../../ui/failure-note.tsx";
import { SkeletonRows } from "../../../ui/skeleton.tsx";
import { WebChoiceText } from "./web-choice-text.tsx";
import { WebForm } from "./web-form.tsx";

/** The settings of a workspace for the web: robots.txt, and the service that answers searches. Admins change them. */
export function WebSettingsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("web");
  const api = useTRPC();
  const web = useQuery(api.web.get.queryOptions({ workspace }));
  return (
    <section className="flex flex-col gap-6">
      <header>
        <h1 className="text-20 font-semibold">{translate("title")}</h1>
        <p className="text-ink-2">{translate("text")}</p>
      </header>
      {web.isPending && <SkeletonRows rows={4} rowHeight={32} />}
      {web.isError && <FailureNote error={web.error} call="load" />}
      {web.isSuccess &&
        (web.data.mayChange ? (
          <WebForm workspace={workspace} web={web.data} />
        ) : (
          <WebChoiceText web={web.data} />
        ))}
    </section>
  );
}

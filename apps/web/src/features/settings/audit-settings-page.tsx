"use client";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { auditActionKey } from "./audit-action-key.ts";

type Entry = RouterOutputs["audit"]["list"]["items"][number];

const HEAD = "h-7 border-b border-line-strong pr-4 font-normal text-12 text-ink-2";
const CELL =
  "h-8 truncate border-b border-line py-1 pr-4 align-top phone:block phone:h-auto phone:border-0 phone:py-0 phone:pr-0";

/** The changes in the workspace with their authors, newest first. */
export function AuditSettingsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("settings.audit");
  const api = useTRPC();
  const list = useInfiniteQuery(
    api.audit.list.infiniteQueryOptions(
      { workspace },
      { getNextPageParam: (page) => page.nextCursor ?? undefined },
    ),
  );
  const entries = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <section className="flex flex-col gap-4">
      <header>
        <h1 className="text-20 font-semibold">{translate("title")}</h1>
        <p className="text-ink-2">{translate("text")}</p>
      </header>
      {list.isPending && <SkeletonRows rows={8} rowHeight={32} />}
      {list.isError && <FailureNote error={list.error} call="load" />}
      {list.isSuccess && entries.length === 0 && (
        <EmptyState title={translate("empty")}>{translate("emptyText")}</EmptyState>
      )}
      {entries.length > 0 && (
        <table className="w-full table-fixed text-left phone:block">
          <thead className="phone:hidden">
            <tr>
              <th className={`${HEAD} w-40`}>{translate("when")}</th>
              <th className={`${HEAD} w-1/4`}>{translate("who")}</th>
              <th className={`${HEAD} w-1/4`}>{translate("what")}</th>
              <th className={HEAD}>{translate("target")}</th>
            </tr>
          </thead>
          <tbody className="phone:block">
            {entries.map((entry) => (
              <AuditRow key={entry.id} entry={entry} />
            ))}
          </tbody>
        </table>
      )}
      <MoreButton list={list}>{translate("more")}</MoreButton>
    </section>
  );
}

function AuditRow({ entry }: { readonly entry: Entry }): ReactElement {
  const translate = useTranslations("settings.audit");
  const key = auditActionKey(entry.action);
  const detail = Object.entries(entry.detail)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
  return (
    <tr className="phone:block phone:border-b phone:border-line phone:py-2">
      <td className={`${CELL} text-ink-2`}>
        <Time at={entry.at} />
      </td>
      <td className={CELL} title={entry.email}>
        {entry.email}
      </td>
      <td className={CELL}>{key === null ? entry.action : translate(`actions.${key}`)}</td>
      <td className={CELL} title={`${entry.target} ${detail}`}>
        {entry.target} {detail !== "" && <span className="text-12 text-ink-2">{detail}</span>}
      </td>
    </tr>
  );
}

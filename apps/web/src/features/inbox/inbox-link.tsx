"use client";
import { useQuery } from "@tanstack/react-query";
import { Inbox } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { CountedLink, countPolling } from "../../ui/shell/counted-link.tsx";

/** Pages that follow runs also refetch the number as soon as one of them begins or ends a wait. */
const REFRESH_MS = 5_000;

/** A link to the inbox with the number of requests that wait for this person. */
export function InboxLink({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("requests");
  const api = useTRPC();
  const counts = useQuery(api.requests.count.queryOptions({ workspace }, countPolling(REFRESH_MS)));
  const count = counts.data?.waiting ?? 0;
  const label = count === 0 ? translate("inbox") : translate("link", { count });
  return (
    <CountedLink
      workspace={workspace}
      page="inbox"
      icon={Inbox}
      label={label}
      count={count}
      countTone="wait"
    />
  );
}

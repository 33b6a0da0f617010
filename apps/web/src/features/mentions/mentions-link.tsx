"use client";
import { useQuery } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { CountedLink, countPolling } from "../../ui/shell/counted-link.tsx";

const REFRESH_MS = 10_000;

/** A link to the mentions with the number of unread ones. */
export function MentionsLink({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("shell");
  const api = useTRPC();
  const unread = useQuery(api.mentions.unread.queryOptions({ workspace }, countPolling(REFRESH_MS)));
  const count = unread.data?.count ?? 0;
  const label = count === 0 ? translate("mentions") : translate("mentionsLink", { count });
  return <CountedLink workspace={workspace} page="mentions" icon={AtSign} label={label} count={count} />;
}

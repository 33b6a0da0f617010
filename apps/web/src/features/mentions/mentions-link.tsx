"use client";
import { useQuery } from "@tanstack/react-query";
import { AtSign } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import { RailLink } from "../../ui/shell/rail.tsx";

/**
 * The refresh interval of the unread count while the page is visible. It is polled, because a stream per tab would use up the few
 * connections that browsers allow per server.
 */
const REFRESH_MS = 10_000;

/** A link to the inbox with the number of unread mentions. */
export function MentionsLink({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("shell");
  const api = useTRPC();
  const unread = useQuery(
    api.mentions.unread.queryOptions(
      { workspace },
      { refetchInterval: REFRESH_MS, refetchOnWindowFocus: true },
    ),
  );
  const count = unread.data?.count ?? 0;
  const href = `${workspaceHref(workspace)}/mentions`;
  const label = count === 0 ? translate("mentions") : translate("inbox.link", { count });
  return <RailLink href={href} area={href} label={label} icon={AtSign} count={count} />;
}

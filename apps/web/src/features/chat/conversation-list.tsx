"use client";
import { SquarePen } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { useNow, useTimeZone } from "../../lib/use-now.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { groupConversations } from "./conversation-groups.ts";
import type { ConversationGroup } from "./conversation-groups.ts";
import { ConversationSearch } from "./conversation-search.tsx";
import { ConversationRow } from "./conversation-row.tsx";
import type { Conversations } from "./use-conversations.ts";

export type ConversationListProps = {
  readonly workspace: string;
  readonly conversations: Conversations;
  readonly currentId: string | null;
  readonly onOpen: (id: string | null) => void;
};

const MINUTE_MS = 60_000;
const SKELETON_ROWS = 12;

/** The conversations of the workspace, pinned first, then grouped by age. */
export function ConversationList(props: ConversationListProps): ReactElement {
  const translate = useTranslations("chat.list");
  return (
    <>
      <div className="flex h-12 flex-none items-center gap-2 pr-2 pl-4">
        <h2 className="font-semibold phone:sr-only">{translate("title")}</h2>
        <IconButton
          label={translate("new")}
          icon={SquarePen}
          className="ml-auto"
          onClick={() => {
            props.onOpen(null);
          }}
        />
      </div>
      <ConversationSearch conversations={props.conversations} />
      <ListBody {...props} />
    </>
  );
}

function ListBody({ workspace, conversations, currentId, onOpen }: ConversationListProps): ReactElement {
  const translate = useTranslations("chat.list");
  const now = useNow(MINUTE_MS);
  const timeZone = useTimeZone();
  const groups = useMemo(
    () => groupConversations(conversations.items, { now: now ?? 0, timeZone }),
    [conversations.items, now, timeZone],
  );
  if (conversations.status === "pending" || now === null)
    return <SkeletonRows rows={SKELETON_ROWS} className="px-4" />;
  if (conversations.status === "error" && conversations.items.length === 0) {
    return (
      <LoadFailed
        className="p-4"
        query={{ error: conversations.error, refetch: conversations.retry }}
        title={translate("failed")}
      />
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-2 pb-4">
      {groups.length === 0 && (
        <p className="px-2 pt-1 text-12 text-ink-2">
          {translate(conversations.text === "" ? "empty" : "noMatch")}
        </p>
      )}
      {groups.map((group) => (
        <Group key={JSON.stringify(group.name)} group={group} now={now}>
          {group.items.map((item) => (
            <ConversationRow
              key={item.id}
              workspace={workspace}
              item={item}
              current={item.id === currentId}
              conversations={conversations}
              onOpen={onOpen}
            />
          ))}
        </Group>
      ))}
      {conversations.hasMore && (
        <Button
          variant="ghost"
          className="mt-2 w-full"
          disabled={conversations.loadingMore}
          onClick={conversations.loadMore}
        >
          {translate(conversations.loadingMore ? "loading" : "more")}
        </Button>
      )}
    </div>
  );
}

type GroupProps = {
  readonly group: ConversationGroup;
  readonly now: number;
  readonly children: readonly ReactElement[];
};

function Group({ group, now, children }: GroupProps): ReactElement {
  const translate = useTranslations("chat.list.group");
  const locale = useLocale();
  const { name } = group;
  const heading = typeof name === "string" ? translate(name) : monthName(name.month, now, locale);
  return (
    <section aria-label={heading}>
      <h3 className="px-2 pt-3 pb-1 text-11 text-ink-3">{heading}</h3>
      <ul>{children}</ul>
    </section>
  );
}

function monthName(month: number, now: number, locale: string): string {
  const sameYear = new Date(month).getUTCFullYear() === new Date(now).getUTCFullYear();
  return new Intl.DateTimeFormat(locale, {
    month: "long",
    year: sameYear ? undefined : "numeric",
    timeZone: "UTC",
  }).format(month);
}

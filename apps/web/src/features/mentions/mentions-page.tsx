"use client";
import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Link } from "../../ui/link.tsx";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { traceHref } from "../../lib/trace-address.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { MoreButton } from "../../ui/more-button.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";

type Mention = RouterOutputs["mentions"]["list"]["items"][number];

const REFRESH_MS = 10_000;
const ROW_PIXELS = 64;

/** Comments that mention the person, newest first. Opening one goes to its run and marks it as read. */
export function MentionsPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("shell.inbox");
  const title = useTranslations("shell")("mentions");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const list = useInfiniteQuery(
    api.mentions.list.infiniteQueryOptions(
      { workspace },
      {
        getNextPageParam: (page) => page.nextCursor ?? undefined,
        refetchInterval: REFRESH_MS,
        refetchOnWindowFocus: true,
      },
    ),
  );
  const markRead = useMutation(
    api.mentions.markRead.mutationOptions({
      onSuccess: async ({ count }) => {
        queryClient.setQueryData(api.mentions.unread.queryKey({ workspace }), { count });
        await queryClient.invalidateQueries({ queryKey: api.mentions.list.infiniteQueryKey({ workspace }) });
      },
    }),
  );
  const items = list.data?.pages.flatMap((page) => page.items) ?? [];
  return (
    <>
      <PageBar
        title={title}
        actions={
          items.some((item) => item.readAt === null) && (
            <Button
              variant="ghost"
              disabled={markRead.isPending}
              onClick={() => {
                markRead.mutate({ workspace, ids: null });
              }}
            >
              {translate("readAll")}
            </Button>
          )
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto">
        {list.isPending && (
          <div className="px-4">
            <SkeletonRows rows={6} rowHeight={ROW_PIXELS} />
          </div>
        )}
        {list.isError && <FailureNote error={list.error} call="load" />}
        {markRead.isError && <FailureNote error={markRead.error} />}
        {list.isSuccess && items.length === 0 && (
          <EmptyState className="p-8 phone:p-4" title={translate("empty")}>
            {translate("emptyText")}
          </EmptyState>
        )}
        <ul aria-label={title}>
          {items.map((item) => (
            <MentionRow
              key={item.commentId}
              item={item}
              workspace={workspace}
              onOpen={() => {
                if (item.readAt === null) markRead.mutate({ workspace, ids: [item.commentId] });
              }}
            />
          ))}
        </ul>
        <div className="px-4 py-3 empty:hidden">
          <MoreButton list={list}>{translate("more")}</MoreButton>
        </div>
      </div>
    </>
  );
}

type MentionRowProps = {
  readonly item: Mention;
  readonly workspace: string;
  readonly onOpen: () => void;
};

function MentionRow({ item, workspace, onOpen }: MentionRowProps): ReactElement {
  const translate = useTranslations("shell.inbox");
  const unread = item.readAt === null;
  return (
    <li className="border-b border-line">
      <Link
        href={traceHref(workspace, item.traceId, { ...item, tab: "notes" })}
        onClick={onOpen}
        className="grid grid-cols-[8px_minmax(0,1fr)_auto] items-baseline gap-x-3 px-4 py-2 -outline-offset-2 hover:bg-ink/4"
      >
        <span
          aria-hidden="true"
          className={classNames("size-2 self-center rounded-full", unread && "bg-accent")}
        />
        <span className={classNames("truncate", unread && "font-semibold")}>
          {unread && <span className="sr-only">{translate("unread")} </span>}
          {translate("by", { person: item.personName })}
        </span>
        <Time at={item.createdAt} className="text-12 text-ink-2" />
        <span className="col-start-2 col-end-4 line-clamp-2 [overflow-wrap:anywhere]">{item.body}</span>
        <span className="col-start-2 col-end-4 truncate text-12 text-ink-2">
          {item.title === "" ? translate("untitled") : item.title}
        </span>
      </Link>
    </li>
  );
}

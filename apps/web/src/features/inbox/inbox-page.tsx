"use client";
import { ArrowLeft } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useRef } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { conversationHref } from "../../lib/conversation-address.ts";
import { traceHref } from "../../lib/trace-address.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { INBOX_TABS, isSameRequest } from "./inbox-address.ts";
import type { InboxTab } from "./inbox-address.ts";
import { INBOX_COMMANDS } from "./inbox-commands.ts";
import { RequestDetail } from "./request-detail.tsx";
import { RequestRow, ROW_PIXELS } from "./request-row.tsx";
import { useInbox } from "./use-inbox.ts";
import type { Inbox } from "./use-inbox.ts";

/** Fields that keep the focus, because someone may be typing. */
const TYPING = "input, textarea, select";

/** The requests of runs to people: open ones of one's own runs and of those of others, and closed ones. Updated live. */
export function InboxPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("requests");
  const router = useRouter();
  const columns = useRef<HTMLDivElement>(null);
  // Buttons of a decided request disappear with the focus, which the next request then gets.
  const inbox = useInbox(workspace, () => columns.current?.focus({ preventScroll: true }));
  const { shown, counts } = inbox;
  const open = (): void => {
    const conversation = inbox.request.data?.conversation ?? null;
    router.push(
      conversation === null
        ? traceHref(workspace, shown?.traceId ?? "")
        : conversationHref(workspace, conversation.id),
    );
  };
  useCommands(INBOX_COMMANDS, {
    context: { next: inbox.next, previous: inbox.previous, open: shown === null ? null : open },
  });
  // The shown request has the focus, so that its keys work immediately, even after a click on the link in the rail.
  useEffect(() => {
    if (document.activeElement?.matches(TYPING) !== true) columns.current?.focus({ preventScroll: true });
  }, []);
  return (
    <>
      <PageBar
        title={translate("inbox")}
        actions={
          <Segmented<InboxTab>
            label={translate("tabs.label")}
            value={inbox.tab}
            onChange={inbox.openTab}
            segments={INBOX_TABS.map((tab) => ({
              value: tab,
              label: translate(`tabs.${tab}`, { count: tab === "decided" ? 0 : (counts?.[tab] ?? 0) }),
            }))}
          />
        }
      >
        {counts !== undefined && counts.waiting > 0 && (
          <span className="text-12 text-ink-2 phone:hidden">
            {translate("waitingForYou", { count: counts.waiting })}
          </span>
        )}
      </PageBar>
      <div
        ref={columns}
        tabIndex={-1}
        className="grid min-h-0 flex-1 grid-cols-[360px_minmax(0,1fr)] grid-rows-1 outline-none max-[900px]:grid-cols-[280px_minmax(0,1fr)] phone:grid-cols-1"
      >
        <div
          className={classNames(
            "min-h-0 overflow-y-auto border-r border-line phone:border-r-0",
            inbox.isSelected && "phone:hidden",
          )}
        >
          <List inbox={inbox} />
        </div>
        <div className={classNames("flex min-h-0 min-w-0 flex-col", !inbox.isSelected && "phone:hidden")}>
          <div className="hidden flex-none border-b border-line px-2 phone:block">
            <Button
              variant="ghost"
              icon={ArrowLeft}
              onClick={() => {
                inbox.select(null);
              }}
            >
              {translate("back")}
            </Button>
          </div>
          {shown !== null && (
            <RequestDetail workspace={workspace} inbox={inbox} focusIn={columns} onOpen={open} />
          )}
        </div>
      </div>
    </>
  );
}

function List({ inbox }: { readonly inbox: Inbox }): ReactElement {
  const translate = useTranslations("requests");
  const { tab, items } = inbox;
  if (inbox.status === "pending") return <SkeletonRows rows={6} rowHeight={ROW_PIXELS} className="px-4" />;
  if (inbox.status === "error" && items.length === 0) {
    return (
      <LoadFailed query={{ error: inbox.error, refetch: inbox.retry }} title={translate("listFailed")} />
    );
  }
  if (items.length === 0) {
    return (
      <EmptyState className="p-4" title={translate(`empty.${tab}`)}>
        {translate(`emptyText.${tab}`)}
      </EmptyState>
    );
  }
  return (
    <>
      <ul aria-label={translate(`lists.${tab}`)}>
        {items.map((item) => (
          <RequestRow
            key={`${item.traceId} ${item.id}`}
            request={item}
            isShown={isSameRequest(item, inbox.shown)}
            onOpen={() => {
              inbox.select({ traceId: item.traceId, id: item.id });
            }}
          />
        ))}
      </ul>
      {inbox.loadMore !== null && (
        <div className="px-4 py-3">
          <Button onClick={inbox.loadMore}>{translate("more")}</Button>
        </div>
      )}
    </>
  );
}

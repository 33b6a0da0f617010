"use client";
import { useTranslations } from "next-intl";
import type { ReactElement, RefObject } from "react";
import { keyHint } from "../../lib/commands/key-hint.ts";
import { Button } from "../../ui/button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { RequestPanel } from "../../ui/requests/request-panel.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { INBOX_COMMANDS } from "./inbox-commands.ts";
import type { Inbox } from "./use-inbox.ts";

type DetailProps = {
  readonly workspace: string;
  readonly inbox: Inbox;
  readonly focusIn: RefObject<HTMLElement | null>;
  readonly onOpen: () => void;
};

/** The shown request. */
export function RequestDetail({ workspace, inbox, focusIn, onOpen }: DetailProps): ReactElement {
  const translate = useTranslations("requests");
  const { request } = inbox;
  if (request.data === undefined) {
    return request.isError ? (
      <LoadFailed query={request} title={translate("detailFailed")} />
    ) : (
      <SkeletonRows rows={8} className="px-6 pt-4 phone:px-4" />
    );
  }
  return (
    <RequestPanel
      key={`${request.data.traceId} ${request.data.id}`}
      workspace={workspace}
      request={request.data}
      layout="page"
      focusIn={focusIn}
      footer={
        <>
          <Button variant="ghost" shortcut={keyHint(INBOX_COMMANDS, "inbox.open")} onClick={onOpen}>
            {translate(request.data.conversation === null ? "openRun" : "openConversation")}
          </Button>
          <Position inbox={inbox} />
        </>
      }
    />
  );
}

/** The position in the list; after the shown request has left the list, a button for the next one. */
function Position({ inbox }: { readonly inbox: Inbox }): ReactElement | null {
  const translate = useTranslations("requests");
  const { index, items } = inbox;
  if (items.length === 0) return null;
  if (index === -1) {
    return (
      <Button
        className="ml-auto"
        shortcut={keyHint(INBOX_COMMANDS, "inbox.next")}
        onClick={() => {
          inbox.next();
        }}
      >
        {translate("next")}
      </Button>
    );
  }
  return (
    <span className="ml-auto flex items-center gap-1 text-12 text-ink-2 phone:hidden">
      {translate("position", { position: index + 1, count: items.length })}
      <Kbd keys={keyHint(INBOX_COMMANDS, "inbox.next")} />
      <Kbd keys={keyHint(INBOX_COMMANDS, "inbox.previous")} />
    </span>
  );
}

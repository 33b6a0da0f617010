"use client";
import { CircleX, Ellipsis, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { MouseEvent, ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { LiveDot } from "../../ui/badge.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { StatusGlyph } from "../../ui/status-glyph.tsx";
import { Time } from "../../ui/time.tsx";
import { conversationHref } from "../../lib/conversation-address.ts";
import type { ConversationItem } from "./conversation.ts";
import { TitleInput } from "./title-input.tsx";
import type { Conversations } from "./use-conversations.ts";

type RowProps = {
  readonly workspace: string;
  readonly item: ConversationItem;
  readonly current: boolean;
  readonly conversations: Conversations;
  readonly onOpen: (id: string | null) => void;
};

/** One conversation: its title, the status of its last run, and its actions. */
export function ConversationRow({ workspace, item, current, conversations, onOpen }: RowProps): ReactElement {
  const translate = useTranslations("chat.list");
  const [renaming, setRenaming] = useState(false);
  const title = item.title || translate("untitled");
  if (renaming) {
    return (
      <li>
        <TitleInput
          title={item.title}
          onDone={(next) => {
            setRenaming(false);
            if (next !== null) conversations.rename(item.id, next);
          }}
        />
      </li>
    );
  }
  const open = (event: MouseEvent): void => {
    // With a modifier key, the browser opens a tab or window as for any link.
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onOpen(item.id);
  };
  return (
    <li
      className={classNames(
        "group relative flex h-7 items-center gap-2 rounded-md pr-1 pl-2 phone:h-11",
        current ? "bg-accent-soft" : "hover:bg-ink/5",
      )}
    >
      <a
        href={conversationHref(workspace, item.id)}
        aria-current={current ? "page" : undefined}
        onClick={open}
        title={title}
        className={classNames(
          "min-w-0 flex-1 truncate outline-none after:absolute after:inset-0 after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-accent",
          current && "font-semibold",
        )}
      >
        {title}
      </a>
      <span className="flex-none text-11 text-ink-3 wide:group-hover:hidden wide:group-focus-within:hidden">
        <RowState item={item} />
      </span>
      <span className="relative z-10 flex-none wide:not-group-hover:not-group-focus-within:sr-only">
        <Menu trigger={<IconButton label={translate("actions", { title })} icon={Ellipsis} size="small" />}>
          <MenuItem
            icon={Pencil}
            onSelect={() => {
              setRenaming(true);
            }}
          >
            {translate("rename")}
          </MenuItem>
          <MenuItem
            icon={item.pinned ? PinOff : Pin}
            onSelect={() => {
              conversations.pin(item.id, !item.pinned);
            }}
          >
            {translate(item.pinned ? "unpin" : "pin")}
          </MenuItem>
          <MenuItem
            icon={Trash2}
            danger
            onSelect={() => {
              conversations.remove({ id: item.id, title });
              if (current) onOpen(null);
            }}
          >
            {translate("delete")}
          </MenuItem>
          <MenuItem
            icon={CircleX}
            danger
            onSelect={() => {
              conversations.askToDelete({ id: item.id, title });
            }}
          >
            {translate("deletePermanently")}
          </MenuItem>
        </Menu>
      </span>
    </li>
  );
}

function RowState({ item }: { readonly item: ConversationItem }): ReactElement {
  const translate = useTranslations("common.status");
  switch (item.status) {
    case "queued":
    case "running":
      return (
        <>
          <LiveDot />
          <span className="sr-only">{translate(item.status)}</span>
        </>
      );
    case "waiting":
    case "failed":
    case "interrupted":
      return <StatusGlyph status={item.status} />;
    case "completed":
    case "cancelled":
    case null:
      return <Time at={item.updatedAt} precision="day" />;
  }
}

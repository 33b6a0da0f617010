"use client";
import { CircleX, Ellipsis, GitFork, PanelLeft, PanelRight, Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { keyHint } from "../../lib/commands/key-hint.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { BudgetMenu } from "./budget-menu.tsx";
import { traceHref } from "../../lib/trace-address.ts";
import { SharingMenu } from "./sharing-menu.tsx";
import { TitleInput } from "./title-input.tsx";
import type { ChatBudget } from "./use-budget.ts";
import type { Chat } from "./use-chat.ts";
import type { Conversations } from "./use-conversations.ts";
import { CONVERSATION_COMMANDS } from "./conversation-commands.ts";

type BarProps = {
  readonly workspace: string;
  readonly conversationId: string | null;
  readonly chat: Chat;
  readonly budget: ChatBudget;
  readonly conversations: Conversations;
  readonly onShowList: () => void;
  /** Null while the goals panel is visible. */
  readonly onShowGoals: (() => void) | null;
  readonly onDeleted: () => void;
};

/** The header of a conversation: its title, a link to its trace, and its actions. */
export function ConversationBar(props: BarProps): ReactElement {
  const translate = useTranslations("chat");
  const { workspace, conversationId, chat, conversations } = props;
  const [renaming, setRenaming] = useState(false);
  // A conversation that failed to load may have a title.
  const untitled = chat.status === "error" ? translate("list.title") : translate("list.untitled");
  const title = conversationId === null ? translate("list.new") : chat.title || untitled;
  return (
    <header className="flex h-12 min-w-0 flex-none items-center gap-2 border-b border-line pr-3 pl-4 phone:px-1">
      <IconButton
        label={translate("list.label")}
        icon={PanelLeft}
        className="wide:hidden"
        onClick={props.onShowList}
      />
      {renaming && conversationId !== null ? (
        <span className="w-80 max-w-full">
          <TitleInput
            title={chat.title}
            onDone={(next) => {
              setRenaming(false);
              if (next !== null) conversations.rename(conversationId, next);
            }}
          />
        </span>
      ) : chat.status === "pending" ? (
        <h1 className="min-w-0">
          <span className="sr-only">{translate("thread.label")}</span>
          <Skeleton className="w-48 phone:w-32" />
        </h1>
      ) : (
        <h1 className="min-w-0 truncate font-semibold" title={title}>
          {title}
        </h1>
      )}
      <span className="ml-auto flex flex-none items-center gap-1">
        {conversationId !== null && chat.sharing !== null && (
          <SharingMenu workspace={workspace} conversationId={conversationId} sharing={chat.sharing} />
        )}
        {(chat.status === "success" || chat.status === "new") && (
          <BudgetMenu budget={props.budget} traces={chat.traces} />
        )}
        {chat.trace !== null && (
          <ButtonLink href={traceHref(workspace, chat.trace.id)} variant="ghost" icon={GitFork}>
            <span className="phone:sr-only">{translate("turn.trace")}</span>
          </ButtonLink>
        )}
        {props.onShowGoals !== null && (
          <IconButton
            label={translate("goals.show")}
            icon={PanelRight}
            shortcut={keyHint(CONVERSATION_COMMANDS, "chat.goals")}
            className="max-[1100px]:hidden"
            onClick={props.onShowGoals}
          />
        )}
        {conversationId !== null && chat.status === "success" && (
          <Menu trigger={<IconButton label={translate("list.actions", { title })} icon={Ellipsis} />}>
            <MenuItem
              icon={Pencil}
              onSelect={() => {
                setRenaming(true);
              }}
            >
              {translate("list.rename")}
            </MenuItem>
            <MenuItem
              icon={chat.pinned ? PinOff : Pin}
              onSelect={() => {
                conversations.pin(conversationId, !chat.pinned);
              }}
            >
              {translate(chat.pinned ? "list.unpin" : "list.pin")}
            </MenuItem>
            <MenuItem
              icon={Trash2}
              danger
              disabled={chat.sharing?.mine === false}
              onSelect={() => {
                conversations.remove({ id: conversationId, title });
                props.onDeleted();
              }}
            >
              {translate("list.delete")}
            </MenuItem>
            <MenuItem
              icon={CircleX}
              danger
              onSelect={() => {
                conversations.askToDelete({ id: conversationId, title });
              }}
            >
              {translate("list.deletePermanently")}
            </MenuItem>
          </Menu>
        )}
      </span>
    </header>
  );
}

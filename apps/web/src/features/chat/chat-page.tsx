"use client";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { ReactElement } from "react";
import { Sheet } from "../../ui/dialog.tsx";
import { loadMarkdown } from "../../ui/markdown.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { openConversation, useConversationId } from "./conversation-address.ts";
import { ConversationList } from "./conversation-list.tsx";
import { ConversationView } from "./conversation-view.tsx";
import type { DeleteDialogProps } from "./delete-dialog.tsx";
import { useConversations } from "./use-conversations.ts";
import { useDraftFromAddress } from "./use-draft-from-address.ts";

/** Few visits delete something, so its code loads when it is needed. */
const DeleteDialog = onDemand<DeleteDialogProps>(
  async () => (await import("./delete-dialog.tsx")).DeleteDialog,
);

export type ChatPageProps = {
  readonly workspace: string;
  /** The conversation ID in the URL of the initial request; null for a new conversation. */
  readonly conversationId: string | null;
};

/** The conversation list beside the open conversation. Switching conversations keeps the page mounted, so nothing in flight is lost. */
export function ChatPage({ workspace, conversationId: initial }: ChatPageProps): ReactElement {
  const translate = useTranslations("chat");
  const conversationId = useConversationId(workspace, initial);
  useDraftFromAddress(workspace, conversationId);
  const conversations = useConversations(workspace);
  const [listOpen, setListOpen] = useState(false);
  const hasMessages = conversationId !== null;
  useEffect(() => {
    // Load the Markdown renderer while the messages load.
    if (hasMessages) loadMarkdown();
  }, [hasMessages]);
  const open = (id: string | null): void => {
    setListOpen(false);
    if (id !== conversationId) openConversation(workspace, id);
  };
  const { toDelete } = conversations;
  const list = (
    <ConversationList
      workspace={workspace}
      conversations={conversations}
      currentId={conversationId}
      onOpen={open}
    />
  );
  return (
    // A focused page will soon show an answer.
    <div className="flex min-h-0 flex-1" onFocus={loadMarkdown}>
      <aside
        aria-label={translate("list.label")}
        className="flex w-66 flex-none flex-col border-r border-line bg-desk phone:hidden"
      >
        {list}
      </aside>
      <Sheet open={listOpen} onOpenChange={setListOpen} title={translate("list.label")} side="left">
        {list}
      </Sheet>
      <ConversationView
        workspace={workspace}
        conversationId={conversationId}
        conversations={conversations}
        onOpen={open}
        onShowList={() => {
          setListOpen(true);
        }}
      />
      {toDelete !== null && (
        <DeleteDialog
          key={toDelete.id}
          workspace={workspace}
          conversation={toDelete}
          onClose={() => {
            conversations.askToDelete(null);
          }}
          onDeleted={() => {
            conversations.askToDelete(null);
            if (toDelete.id === conversationId) open(null);
          }}
        />
      )}
    </div>
  );
}

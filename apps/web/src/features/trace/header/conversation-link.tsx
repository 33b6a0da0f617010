"use client";
import { MessageSquare } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { conversationHref } from "../../../lib/conversation-address.ts";
import { ButtonLink } from "../../../ui/button.tsx";
import { useLog, useRun } from "../state/debugger-provider.tsx";

/** Links to the conversation of the run. Renders nothing for an imported run, which has none. */
export function ConversationLink(): ReactElement | null {
  const translate = useTranslations("trace.header");
  const { workspace } = useRun();
  const conversationId = useLog(({ trace }) => trace.conversationId);
  if (conversationId === null) return null;
  return (
    <ButtonLink
      href={conversationHref(workspace, conversationId)}
      variant="ghost"
      icon={MessageSquare}
      title={translate("toConversation")}
    >
      <span className="phone:sr-only">{translate("conversation")}</span>
    </ButtonLink>
  );
}

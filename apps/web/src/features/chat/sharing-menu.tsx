"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Lock, Users } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuChoices } from "../../ui/menu.tsx";
import { useToast } from "../../ui/toast.tsx";

type SharingMenuProps = {
  readonly workspace: string;
  readonly conversationId: string;
  readonly sharing: { readonly visibility: "private" | "shared"; readonly mine: boolean };
};

/** The visibility of a conversation. Everyone sees it; only its owner can change it. */
export function SharingMenu({ workspace, conversationId, sharing }: SharingMenuProps): ReactElement {
  const translate = useTranslations("chat.sharing");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const failureText = useFailureText();
  const change = useMutation(
    api.conversations.setVisibility.mutationOptions({
      onSuccess: ({ visibility }) => {
        showToast({ text: translate(visibility === "shared" ? "nowShared" : "nowPrivate") });
      },
      onError: (error) => {
        showToast({ text: failureText(error, "change").message });
      },
      onSettled: () => void queryClient.invalidateQueries({ queryKey: api.conversations.get.pathKey() }),
    }),
  );
  const { visibility, mine } = sharing;
  const visibilityLabel = translate(visibility);
  if (!mine) return <Badge>{visibilityLabel}</Badge>;
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          icon={visibility === "shared" ? Users : Lock}
          aria-label={translate("button", { visibility: visibilityLabel })}
        >
          <span className="phone:sr-only">{visibilityLabel}</span>
        </Button>
      }
    >
      <MenuChoices
        caption={translate("caption")}
        value={visibility}
        choices={[
          { value: "private", label: translate("privateChoice") },
          { value: "shared", label: translate("sharedChoice") },
        ]}
        onChange={(next) => {
          change.mutate({ workspace, id: conversationId, visibility: next });
        }}
      />
    </Menu>
  );
}

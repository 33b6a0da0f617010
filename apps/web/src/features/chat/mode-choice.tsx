"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { Hand } from "lucide-react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { useFailureText } from "../../lib/use-failure-text.ts";
import { MenuItem } from "../../ui/menu.tsx";
import { workspaceHref } from "../../ui/shell/nav-items.ts";
import { useToast } from "../../ui/toast.tsx";
import { ChoiceMenu } from "./composer-choices.tsx";

const MODES = ["read-only", "ask", "auto"] as const;

type ModeChoiceProps = { readonly workspace: string; readonly conversationId: string };

/** A menu for the permission mode of a conversation: which calls of its agents run without asking. */
export function ModeChoice({ workspace, conversationId }: ModeChoiceProps): ReactElement | null {
  const translate = useTranslations("chat.mode");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const router = useRouter();
  const showToast = useToast();
  const failureText = useFailureText();
  const policy = useQuery(api.permissions.ofConversation.queryOptions({ workspace, conversationId }));
  const change = useMutation(
    api.permissions.setConversationMode.mutationOptions({
      onSettled: () => queryClient.invalidateQueries({ queryKey: api.permissions.ofConversation.pathKey() }),
      onError: (error) => {
        showToast({ text: failureText(error, "change").message });
      },
    }),
  );
  if (policy.data === undefined) return null;
  const mode = change.isPending ? change.variables.mode : policy.data.mode;
  return (
    <ChoiceMenu
      icon={Hand}
      caption={translate("caption")}
      current={translate(`short.${mode ?? policy.data.mode}`)}
      value={mode ?? policy.data.mode}
      options={MODES.map((value) => ({ value, label: translate(`long.${value}`) }))}
      onChange={(value) => {
        const chosen = MODES.find((each) => each === value);
        if (chosen !== undefined) change.mutate({ workspace, conversationId, mode: chosen });
      }}
    >
      <MenuItem
        onSelect={() => {
          router.push(
            `${workspaceHref(workspace)}/settings/permissions?conversation=${encodeURIComponent(conversationId)}`,
          );
        }}
      >
        {translate("rules")}
      </MenuItem>
    </ChoiceMenu>
  );
}

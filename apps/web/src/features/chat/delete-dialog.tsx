"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useToast } from "../../ui/toast.tsx";

export type DeleteDialogProps = {
  readonly workspace: string;
  readonly conversation: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
  /** Called when the conversation has gone from all lists; a long deletion may still continue. */
  readonly onDeleted: () => void;
};

/** Asks before a conversation is deleted permanently, naming what goes with it, and deletes it. */
export function DeleteDialog({
  workspace,
  conversation,
  onClose,
  onDeleted,
}: DeleteDialogProps): ReactElement {
  const translate = useTranslations("chat.deletion");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const { id, title } = conversation;
  const contents = useQuery(
    api.conversations.contents.queryOptions({ workspace, id }, { gcTime: 0, retry: false }),
  );
  const deletion = useMutation(
    api.conversations.deletePermanently.mutationOptions({
      onSuccess: (progress) => {
        void queryClient.invalidateQueries({ queryKey: api.conversations.list.pathKey() });
        queryClient.removeQueries({ queryKey: api.conversations.get.queryKey({ workspace, id }) });
        const remaining = progress.state === "deleted" ? 0 : progress.remainingRuns;
        showToast({
          text: remaining === 0 ? translate("done", { title }) : translate("continues", { title, remaining }),
        });
        onDeleted();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={translate("title", { title })}
      confirmLabel={translate(deletion.isPending ? "deleting" : "confirm")}
      canConfirm={contents.isSuccess && !deletion.isPending}
      onConfirm={() => {
        deletion.mutate({ workspace, id });
      }}
      onClose={onClose}
    >
      {contents.isPending && <SkeletonRows rows={2} />}
      {contents.isError && <FailureNote error={contents.error} call="load" />}
      {contents.isSuccess && (
        <>
          <p>
            {translate("contents", {
              runs: contents.data.runs,
              messages: contents.data.messages,
              comments: contents.data.comments,
              links: contents.data.shareLinks,
            })}
          </p>
          <p>{translate("kept")}</p>
          <p className="font-semibold text-ink">{translate("final")}</p>
        </>
      )}
      {deletion.isError && <FailureNote error={deletion.error} />}
    </ConfirmDialog>
  );
}

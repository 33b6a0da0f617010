"use client";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { inferRouterOutputs } from "@trpc/server";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { AppRouter } from "../../server/api/root.ts";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useToast } from "../../ui/toast.tsx";

type DeletionProgress = inferRouterOutputs<AppRouter>["conversations"]["deletePermanently"];

export type DeleteDialogProps = {
  readonly workspace: string;
  readonly conversation: { readonly id: string; readonly title: string };
  readonly onClose: () => void;
  /** Called when no list shows the conversation any more; a long deletion may still continue if the dialog was closed. */
  readonly onDeleted: () => void;
};

/** Asks before a conversation is deleted permanently, names what is deleted with it, and deletes it. A long deletion can be stopped. */
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
  /** The runs that remain; null before the server has answered for the first time. */
  const [remaining, setRemaining] = useState<number | null>(null);
  const refreshLists = (): void => {
    void queryClient.invalidateQueries({ queryKey: api.conversations.list.pathKey() });
  };
  const leave = (text: string): void => {
    refreshLists();
    queryClient.removeQueries({ queryKey: api.conversations.get.queryKey({ workspace, id }) });
    showToast({ text });
    onDeleted();
  };
  const handleProgress = (progress: DeletionProgress): void => {
    if (progress.state === "deleted") leave(translate("done", { title }));
    if (progress.state !== "deleting") return;
    setRemaining(progress.remainingRuns);
    continuation.mutate({ workspace, id });
  };
  const deletion = useMutation(
    api.conversations.deletePermanently.mutationOptions({ onSuccess: handleProgress }),
  );
  const continuation = useMutation(
    api.conversations.continueDeletion.mutationOptions({ onSuccess: handleProgress }),
  );
  const isDeleting = deletion.isPending || continuation.isPending;
  const stop = useMutation(
    api.conversations.stopDeletion.mutationOptions({
      onSuccess: (outcome) => {
        if (outcome.state === "deleted") return leave(translate("done", { title }));
        refreshLists();
        void queryClient.invalidateQueries({
          queryKey: api.conversations.get.queryKey({ workspace, id }),
        });
        const { deletedRuns, remainingRuns } = outcome;
        showToast({ text: translate("stopped", { title, deleted: deletedRuns, remaining: remainingRuns }) });
        return onClose();
      },
    }),
  );
  const close = (): void => {
    if (isDeleting) leave(translate("continues", { title }));
    else onClose();
  };
  return (
    <ConfirmDialog
      title={translate("title", { title })}
      confirmLabel={translate(isDeleting ? "deleting" : "confirm")}
      canConfirm={contents.isSuccess && !isDeleting}
      onConfirm={() => {
        deletion.mutate({ workspace, id });
      }}
      stop={
        isDeleting
          ? {
              label: translate("stop"),
              onStop: () => {
                if (!stop.isPending) stop.mutate({ workspace, id });
              },
            }
          : undefined
      }
      onClose={close}
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
      {isDeleting && (
        <p role="status">{translate("progress", { remaining: remaining ?? contents.data?.runs ?? 0 })}</p>
      )}
      {deletion.isError && <FailureNote error={deletion.error} />}
      {continuation.isError && <FailureNote error={continuation.error} />}
      {stop.isError && <FailureNote error={stop.error} />}
    </ConfirmDialog>
  );
}

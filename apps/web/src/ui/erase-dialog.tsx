"use client";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback, useRef, useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../lib/trpc.tsx";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { FailureNote } from "./failure-note.tsx";
import { focusAfterErasing } from "./focus-after-erasing.ts";
import { useToast } from "./toast.tsx";

/** A message, by its address in the log of the trace. */
export type ErasableMessage = {
  readonly traceId: string;
  readonly sequence: number;
  /** Its text, or a line that describes it; the dialog quotes the beginning. */
  readonly text: string;
};

export type EraseDialogProps = {
  readonly workspace: string;
  readonly message: ErasableMessage;
  readonly onClose: () => void;
  readonly onErased: () => void;
};

const QUOTE_CHARACTERS = 160;

/** Asks before a message is erased, quoting it, and erases it. Mounted while it is open. */
export function EraseDialog({ workspace, message, onClose, onErased }: EraseDialogProps): ReactElement {
  const translate = useTranslations("common.erasure");
  const api = useTRPC();
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [eraser] = useState(() => document.activeElement);
  const isErased = useRef(false);
  const erasure = useMutation(
    api.traces.eraseMessage.mutationOptions({
      onSuccess: () => {
        void queryClient.invalidateQueries({ queryKey: api.conversations.pathKey() });
        void queryClient.invalidateQueries({ queryKey: api.traces.pathKey() });
        void queryClient.invalidateQueries({ queryKey: api.traceInspect.pathKey() });
        showToast({ text: translate("done") });
        isErased.current = true;
        onErased();
      },
    }),
  );
  return (
    <ConfirmDialog
      title={translate("title")}
      confirmLabel={translate(erasure.isPending ? "erasing" : "confirm")}
      canConfirm={!erasure.isPending}
      onConfirm={() => {
        erasure.mutate({ workspace, id: message.traceId, sequence: message.sequence });
      }}
      onClose={onClose}
      onClosed={useCallback(() => {
        if (isErased.current) focusAfterErasing(eraser);
      }, [eraser])}
    >
      <blockquote className="line-clamp-3 border-l-2 border-line pl-3 whitespace-pre-wrap">
        {message.text.slice(0, QUOTE_CHARACTERS)}
      </blockquote>
      <p>{translate("effect")}</p>
      <p className="font-semibold text-ink">{translate("final")}</p>
      {erasure.isError && <FailureNote error={erasure.error} />}
    </ConfirmDialog>
  );
}

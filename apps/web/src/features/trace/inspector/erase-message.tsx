"use client";
import { ERASED_TEXT, type Message } from "@goaltrace/core/log";
import { Eraser } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import type { EraseDialogProps } from "../../../ui/erase-dialog.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { onDemand } from "../../../ui/on-demand.tsx";
import { useRun } from "../state/debugger-provider.tsx";

/** Few visits erase something, so its code loads when it is needed. */
const EraseDialog = onDemand<EraseDialogProps>(
  async () => (await import("../../../ui/erase-dialog.tsx")).EraseDialog,
);

/** A button that asks whether to erase a message of the run. Renders nothing for an erased message. */
export function EraseMessage({ message }: { readonly message: Message }): ReactElement | null {
  const translate = useTranslations("inspector");
  const { workspace, traceId } = useRun();
  const [isAsking, setAsking] = useState(false);
  const { sequence, description } = message;
  if (description === ERASED_TEXT) return null;
  const close = (): void => {
    setAsking(false);
  };
  return (
    <>
      <IconButton
        label={translate("erase")}
        icon={Eraser}
        onClick={() => {
          setAsking(true);
        }}
      />
      {isAsking && (
        <EraseDialog
          workspace={workspace}
          message={{ traceId: traceId, sequence, text: description }}
          onClose={close}
          onErased={close}
        />
      )}
    </>
  );
}

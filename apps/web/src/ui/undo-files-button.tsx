"use client";
import { Undo2 } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { Icon } from "./icon.tsx";
import { onDemand } from "./on-demand.tsx";
import type { UndoFilesDialogProps } from "./undo-files-dialog.tsx";

/** Few visits undo something, so its code loads when it is needed. */
const UndoFilesDialog = onDemand<UndoFilesDialogProps>(
  async () => (await import("./undo-files-dialog.tsx")).UndoFilesDialog,
);

/** Asks whether to undo the file changes of a run. */
export function UndoFilesButton({
  workspace,
  traceId,
}: Pick<UndoFilesDialogProps, "workspace" | "traceId">): ReactElement {
  const translate = useTranslations("common.undoFiles");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="link inline-flex items-center gap-1 text-12 font-normal text-ink-2 phone:order-1 phone:min-h-11"
        onClick={() => {
          setOpen(true);
        }}
      >
        <Icon icon={Undo2} size={14} />
        {translate("open")}
      </button>
      {isOpen && (
        <UndoFilesDialog
          workspace={workspace}
          traceId={traceId}
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

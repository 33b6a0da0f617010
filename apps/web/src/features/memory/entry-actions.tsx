"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement, ReactNode, RefObject } from "react";
import { keyHint } from "../../lib/commands/key-hint.ts";
import { useCommands } from "../../lib/commands/use-commands.ts";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { useToast } from "../../ui/toast.tsx";
import type { MemoryDetail } from "./memory-type.ts";
import { DECIDE_COMMANDS } from "./review-commands.ts";
import { useMemoryAddress } from "./use-memory-address.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

/** The review that an entry is open in. */
export type OpenReview = {
  /** The element that must contain the focus for the keys that decide. */
  readonly element: RefObject<Element | null>;
  /** Shown beside the actions: the place of the entry among those that wait, or the way to the next one. */
  readonly place: ReactNode;
  readonly onDecided: () => void;
  /** Called when the focused button or form of the entry is removed. */
  readonly onClosed: () => void;
};

type EntryActionsProps = {
  readonly workspace: string;
  readonly entry: MemoryDetail["entry"];
  readonly review: OpenReview | undefined;
};

/** The actions on an entry; in a review also by keys. */
export function EntryActions({ workspace, entry, review }: EntryActionsProps): ReactElement {
  const translate = useTranslations("memory");
  const toast = useToast();
  const { go } = useMemoryAddress();
  const { decide, edit, remove } = useMemoryChanges();
  const [isAsking, setAsking] = useState(false);
  const { id, version, name, audience } = entry;
  const failed = [decide, edit, remove].find((change) => change.isError);
  const isBusy = decide.isPending || edit.isPending || remove.isPending;
  const afterRemoval = (): void => {
    toast({ text: translate("deleted") });
    go({ entry: null });
  };
  const decideFor = (approve: boolean): void => {
    if (isBusy) return;
    // The list changes before the decision has ended: an address without the entry would then show the next one, and a second key decide it.
    if (review !== undefined) go({ entry: id });
    const onSuccess = (): void => {
      review?.onDecided();
      review?.onClosed();
    };
    decide.mutate({ workspace, id, approve }, { onSuccess });
  };
  const approve = (): void => {
    decideFor(true);
  };
  const reject = (): void => {
    decideFor(false);
  };
  const startEdit = (): void => {
    go({ entry: id, isEditing: true });
  };
  const isHeld = entry.state === "held";
  useCommands(DECIDE_COMMANDS, {
    context: isHeld && review !== undefined ? { approve, edit: startEdit, reject } : null,
    ...(review && { element: review.element }),
  });
  const hint = (command: Parameters<typeof decisionHint>[0]): string | undefined =>
    isHeld && review !== undefined ? decisionHint(command) : undefined;
  return (
    <footer className="flex flex-none flex-col gap-2 border-t border-line px-6 py-3">
      {failed !== undefined && <FailureNote error={failed.error} />}
      <div className="flex flex-wrap items-center gap-2">
        {entry.state !== "active" && (
          <Button disabled={isBusy} shortcut={hint("memory.approve")} onClick={approve}>
            {translate("review.approve")}
          </Button>
        )}
        <Button shortcut={hint("memory.edit")} onClick={startEdit}>
          {translate(isHeld ? "review.editFirst" : "edit")}
        </Button>
        {isHeld ? (
          <Button disabled={isBusy} shortcut={hint("memory.reject")} onClick={reject}>
            {translate("review.reject")}
          </Button>
        ) : (
          <Button
            variant="danger"
            disabled={isBusy}
            onClick={() => {
              setAsking(true);
            }}
          >
            {translate("delete")}
          </Button>
        )}
        {entry.state === "active" && audience === "person" && (
          <Button
            variant="ghost"
            disabled={isBusy}
            onClick={() => {
              edit.mutate({ workspace, id, version, fields: fieldsOf(entry), audience: "workspace" });
            }}
          >
            {translate("forEverybody")}
          </Button>
        )}
        {review?.place}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={translate("deleteTitle", { name })}
          confirmLabel={translate("delete")}
          canConfirm
          onClose={() => {
            setAsking(false);
          }}
          onConfirm={() => {
            setAsking(false);
            remove.mutate({ workspace, id }, { onSuccess: afterRemoval });
          }}
        >
          {translate("deleteText")}
        </ConfirmDialog>
      )}
    </footer>
  );
}

function fieldsOf({ type, name, description, keywords, content }: MemoryDetail["entry"]): {
  readonly type: MemoryDetail["entry"]["type"];
  readonly name: string;
  readonly description: string;
  readonly keywords: string[];
  readonly content: string;
} {
  return { type, name, description, keywords: [...keywords], content };
}

function decisionHint(command: "memory.approve" | "memory.edit" | "memory.reject"): string {
  return keyHint(DECIDE_COMMANDS, command);
}

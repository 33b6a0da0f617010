"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import type { OpenReview } from "./entry-actions.tsx";
import { EntryDetail } from "./entry-detail.tsx";
import { EntryEditor } from "./entry-editor.tsx";
import { NEW_ENTRY } from "./memory-address.ts";
import { useMemoryAddress } from "./use-memory-address.ts";

export type EntryPanelProps = {
  readonly workspace: string;
  /** The review that the entry is open in. @default none */
  readonly review?: OpenReview;
  /** As in an address; null while the list has none. */
  readonly id: string | null;
};

/** An entry: to read, to review or to edit. */
export function EntryPanel({ workspace, id, review }: EntryPanelProps): ReactElement | null {
  const translate = useTranslations("memory");
  const { isEditing, go } = useMemoryAddress();
  const api = useTRPC();
  const isStored = id !== null && id !== NEW_ENTRY;
  const detail = useQuery(api.memory.get.queryOptions({ workspace, id: id ?? "" }, { enabled: isStored }));
  const close = (entry: string | null): void => {
    go({ entry });
    review?.onClosed();
  };
  if (id === null) return null;
  if (!isStored) return <EntryEditor workspace={workspace} entry={null} onClose={close} />;
  if (detail.isPending) return <SkeletonRows rows={6} rowHeight={28} className="px-6" />;
  if (detail.isError) {
    return <LoadFailed query={detail} title={translate("detailFailed")} />;
  }
  const { entry } = detail.data;
  return isEditing ? (
    <EntryEditor
      key={id}
      workspace={workspace}
      entry={entry}
      onApproved={review?.onDecided}
      onClose={close}
    />
  ) : (
    <EntryDetail key={id} workspace={workspace} detail={detail.data} review={review} />
  );
}

"use client";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { ConfirmDialog } from "../../ui/confirm-dialog.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Note } from "../../ui/note.tsx";
import { useToast } from "../../ui/toast.tsx";
import { EntryOrigin } from "./entry-origin.tsx";
import { EntryVersions } from "./entry-versions.tsx";
import { AlikeEntries, HeldProblems } from "./held-checks.tsx";
import { TYPE_ICONS } from "./memory-type.ts";
import type { MemoryDetail } from "./memory-type.ts";
import { OpenEntry } from "./open-entry.tsx";
import { useMemoryAddress } from "./use-memory-address.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

type EntryDetailProps = { readonly workspace: string; readonly detail: MemoryDetail };

/** One entry: its text, its versions, its origin, and the runs that had it in their context. */
export function EntryDetail({ workspace, detail }: EntryDetailProps): ReactElement {
  const translate = useTranslations("memory");
  const { entry } = detail;
  const newer = entry.supersededBy;
  return (
    <>
      <article className="min-h-0 flex-1 overflow-y-auto">
        <header className="flex flex-col gap-2 border-b border-line px-6 py-4">
          <h2 className="text-16 font-semibold [overflow-wrap:anywhere]">{entry.name}</h2>
          <p className="text-ink-2 [overflow-wrap:anywhere]">{entry.description}</p>
          <p className="flex flex-wrap gap-1">
            <Badge>
              <Icon icon={TYPE_ICONS[entry.type]} size={12} />
              {translate(`type.${entry.type}`)}
            </Badge>
            <Badge>{translate(`audience.${entry.audience}`)}</Badge>
            {entry.project !== null && <Badge>{entry.project}</Badge>}
            {entry.keywords.map((keyword) => (
              <Badge key={keyword}>{keyword}</Badge>
            ))}
          </p>
          {entry.state === "held" && <Note tone="wait">{translate("review.why")}</Note>}
          {entry.state === "rejected" && <Note>{translate("review.rejectedBy")}</Note>}
          {newer !== null && (
            <Note>
              {translate("supersededBy")} <OpenEntry id={newer}>{translate("openNewer")}</OpenEntry>
            </Note>
          )}
        </header>
        <Section title={entry.state === "held" ? translate("review.what") : undefined}>
          <p className="whitespace-pre-wrap [overflow-wrap:anywhere]">{entry.content}</p>
          {entry.state === "held" && <HeldProblems problems={detail.problems} />}
        </Section>
        <AlikeEntries alike={detail.alike} />
        <EntryVersions workspace={workspace} detail={detail} />
        <EntryOrigin workspace={workspace} detail={detail} />
      </article>
      <Actions workspace={workspace} detail={detail} />
    </>
  );
}

/** A part of the page with a line below it. */
function Section({
  title,
  children,
}: {
  readonly title: string | undefined;
  readonly children: ReactNode;
}): ReactElement {
  return (
    <section className="flex flex-col gap-2 border-b border-line px-6 py-4">
      {title !== undefined && <h3 className="font-semibold">{title}</h3>}
      {children}
    </section>
  );
}

function Actions({ workspace, detail: { entry } }: EntryDetailProps): ReactElement {
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
    decide.mutate({ workspace, id, approve });
  };
  return (
    <footer className="flex flex-none flex-col gap-2 border-t border-line px-6 py-3">
      {failed !== undefined && <FailureNote error={failed.error} />}
      <div className="flex flex-wrap gap-2">
        {entry.state !== "active" && (
          <Button
            disabled={isBusy}
            onClick={() => {
              decideFor(true);
            }}
          >
            {translate("review.approve")}
          </Button>
        )}
        <Button
          onClick={() => {
            go({ entry: entry.id, isEditing: true });
          }}
        >
          {translate("edit")}
        </Button>
        {entry.state === "held" ? (
          <Button
            disabled={isBusy}
            onClick={() => {
              decideFor(false);
            }}
          >
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

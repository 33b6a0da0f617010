"use client";
import { useQuery } from "@tanstack/react-query";
import { CalendarX, Copy, EyeOff, GitPullRequestArrow, History, Layers } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { ReactElement } from "react";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useFormat } from "../../lib/use-format.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { FailureNote } from "../../ui/failure-note.tsx";
import { Icon } from "../../ui/icon.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { useToast } from "../../ui/toast.tsx";
import { ChangedLineList } from "../../ui/changed-line-list.tsx";
import { changedLines, removedLines } from "./changed-lines.ts";
import { OpenEntry } from "./open-entry.tsx";
import { useMemoryAddress } from "./use-memory-address.ts";
import { useMemoryChanges } from "./use-memory-changes.ts";

type Proposal = RouterOutputs["memory"]["tidy"]["items"][number];

const ICONS: Readonly<Record<Proposal["kind"], LucideIcon>> = {
  duplicate: Copy,
  conflict: GitPullRequestArrow,
  relative_date: CalendarX,
  past_date: History,
  never_recalled: EyeOff,
  superseded: Layers,
};
/** Proposals to tidy up memory, each with its changes, for a person to accept or dismiss. */
export function TidyList({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("memory.tidy");
  const memory = useTranslations("memory");
  const api = useTRPC();
  const format = useFormat();
  const tidy = useQuery(api.memory.tidy.queryOptions({ workspace }));
  if (tidy.isPending) return <SkeletonRows rows={4} rowHeight={56} className="px-6" />;
  if (tidy.isError) {
    return <LoadFailed query={tidy} title={translate("failed")} />;
  }
  const { items, count, examinedAt } = tidy.data;
  if (items.length === 0) {
    return (
      <EmptyState className="p-6" title={translate("empty")}>
        {translate("emptyText")}
      </EmptyState>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto px-6 py-2 phone:px-4">
      <ul aria-label={memory("tabs.tidy", { count: 0 })} className="max-w-210">
        {items.map((proposal) => (
          <ProposalRow key={proposal.key} workspace={workspace} proposal={proposal} />
        ))}
      </ul>
      {examinedAt !== null && (
        <p className="pt-3 text-12 text-ink-2">
          {translate("examined", { when: format.moment(examinedAt) })}
        </p>
      )}
      {count > items.length && (
        <p className="py-3 text-12 text-ink-2">{memory("more", { count: items.length })}</p>
      )}
    </div>
  );
}

type RowProps = { readonly workspace: string; readonly proposal: Proposal };

function ProposalRow({ workspace, proposal }: RowProps): ReactElement {
  const translate = useTranslations("memory.tidy");
  const format = useFormat();
  const toast = useToast();
  const { go } = useMemoryAddress();
  const { acceptTidy, dismissTidy } = useMemoryChanges();
  const [isOpen, setOpen] = useState(false);
  const { key, kind, count, entries, found, canAccept } = proposal;
  const isBusy = acceptTidy.isPending || dismissTidy.isPending;
  const failed = [acceptTidy, dismissTidy].find((change) => change.isError);
  const [first] = entries;
  const names = {
    first: first?.name ?? "",
    second: entries[1]?.name ?? "",
    others: count - 1,
    days: entries.map(({ savedAt }) => format.day(savedAt)).join(", "),
    found: typeof found === "number" ? format.share(found) : (found ?? ""),
  };
  return (
    <li className="flex flex-col gap-2 border-b border-line py-3">
      <div className="grid grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 phone:grid-cols-[16px_minmax(0,1fr)]">
        <Icon icon={ICONS[kind]} className="text-ink-2" />
        <div className="min-w-0">
          <p>{translate(`kind.${kind}`)}</p>
          <p className="text-12 text-ink-2 [overflow-wrap:anywhere]">
            {translate(`text.${kind}`, names)}{" "}
            {canAccept && (
              <button
                type="button"
                className="link phone:block phone:min-h-11"
                aria-expanded={isOpen}
                onClick={() => {
                  setOpen(!isOpen);
                }}
              >
                {translate(isOpen ? "hide" : "show")}
              </button>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 phone:col-start-2">
          {canAccept ? (
            <Button
              disabled={isBusy}
              onClick={() => {
                acceptTidy.mutate(
                  { workspace, key },
                  {
                    onSuccess: () => {
                      toast({ text: translate("done") });
                    },
                  },
                );
              }}
            >
              {translate(`accept.${kind}`, { count })}
            </Button>
          ) : (
            <Button
              onClick={() => {
                go({ tab: "entries", entry: first?.id ?? null, isEditing: true });
              }}
            >
              {translate("edit")}
            </Button>
          )}
          <Button
            variant="ghost"
            disabled={isBusy}
            onClick={() => {
              dismissTidy.mutate({ workspace, key });
            }}
          >
            {translate("dismiss")}
          </Button>
        </div>
      </div>
      {failed !== undefined && <FailureNote error={failed.error} />}
      {isOpen && <ProposalDetail proposal={proposal} />}
    </li>
  );
}

/** The entries with their removed and added lines. */
function ProposalDetail({ proposal: { entries, diffs } }: { readonly proposal: Proposal }): ReactElement {
  return (
    <ul className="flex flex-col gap-3 pl-7">
      {entries.map(({ id, name }) => {
        const diff = diffs.find((changed) => changed.id === id);
        const after = diff?.after ?? null;
        return (
          <li key={id} className="flex flex-col items-start gap-1">
            <OpenEntry id={id}>{name}</OpenEntry>
            {diff !== undefined && (
              <div className="w-full">
                <ChangedLineList
                  lines={after === null ? removedLines(diff.before) : changedLines(diff.before, after)}
                />
              </div>
            )}
          </li>
        );
      })}
    </ul>
  );
}

"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { Check, ShieldAlert, X } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { memoryDraftKey } from "./memory-address.ts";
import type { ListedMemory } from "./memory-type.ts";

export type MemoryList = UseQueryResult<RouterOutputs["memory"]["list"], unknown>;

type ReviewListProps = {
  readonly workspace: string;
  readonly list: MemoryList;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
};

/** The entries that wait, and under them those that people decided about, with the decision. */
export function ReviewList({ workspace, list, selected, onSelect }: ReviewListProps): ReactElement {
  const translate = useTranslations("memory");
  if (list.isPending) return <SkeletonRows rows={6} rowHeight={48} className="px-4" />;
  if (list.isError) return <LoadFailed query={list} title={translate("listFailed")} />;
  const { items, shown, people } = list.data;
  const held = items.filter(({ state }) => state === "held");
  const decided = items.filter(({ state }) => state !== "held");
  const row = (item: ListedMemory): ReactElement => (
    <ReviewRow
      key={item.id}
      workspace={workspace}
      item={item}
      decidedBy={people[item.decidedBy ?? ""] ?? translate("unknownPerson")}
      isShown={item.id === selected}
      onOpen={() => {
        onSelect(item.id);
      }}
    />
  );
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      {held.length === 0 && (
        <EmptyState className="p-4" title={translate("empty.review")}>
          {translate("emptyText.review")}
        </EmptyState>
      )}
      {held.length > 0 && (
        <ul aria-label={translate("tabs.review", { count: held.length })}>{held.map(row)}</ul>
      )}
      {decided.length > 0 && (
        <section>
          <h2 id="decided" className="px-4 pt-4 pb-1 text-12 text-ink-2">
            {translate("review.decided")}
          </h2>
          <ul aria-labelledby="decided">{decided.map(row)}</ul>
        </section>
      )}
      {shown > items.length && (
        <p className="px-4 py-3 text-12 text-ink-2">{translate("moreDecided", { count: items.length })}</p>
      )}
    </div>
  );
}

type ReviewRowProps = {
  readonly workspace: string;
  readonly item: ListedMemory;
  /** The name of the person who decided. */
  readonly decidedBy: string;
  readonly isShown: boolean;
  readonly onOpen: () => void;
};

function ReviewRow({ workspace, item, decidedBy, isShown, onOpen }: ReviewRowProps): ReactElement {
  const translate = useTranslations("memory");
  const common = useTranslations("common.draft");
  const [draft] = useKeptDraft(memoryDraftKey(workspace, "entry", item.id));
  const { icon, className } = MARKS[item.state];
  const isHeld = item.state === "held";
  return (
    <ListRow
      isShown={isShown}
      onOpen={onOpen}
      className="grid-cols-[16px_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 py-2"
    >
      <Icon icon={icon} className={className} />
      <span title={item.name} className={classNames("truncate", !isHeld && "col-end-4 text-ink-2")}>
        {item.name}
      </span>
      {isHeld && <Time at={item.savedAt} className="text-right text-12 text-ink-2" />}
      <span className="col-start-2 col-end-4 truncate text-12 text-ink-2">
        {draft !== null && <span className="mr-2 text-warn">{common("unsaved")}</span>}
        {isHeld
          ? item.description
          : translate(item.state === "active" ? "review.approvedBy" : "review.rejectedBy", {
              person: decidedBy,
            })}
      </span>
    </ListRow>
  );
}

const MARKS: Readonly<
  Record<ListedMemory["state"], { readonly icon: LucideIcon; readonly className: string }>
> = {
  held: { icon: ShieldAlert, className: "text-wait" },
  active: { icon: Check, className: "text-ok" },
  rejected: { icon: X, className: "text-ink-2" },
};

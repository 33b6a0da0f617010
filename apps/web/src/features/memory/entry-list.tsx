"use client";
import type { UseQueryResult } from "@tanstack/react-query";
import { ArrowDown } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { useKeptDraft } from "../../lib/use-kept-draft.ts";
import { Badge } from "../../ui/badge.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Icon } from "../../ui/icon.tsx";
import { ListRow } from "../../ui/list-row.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { memoryDraftKey } from "./memory-address.ts";
import { TYPE_ICONS } from "./memory-type.ts";
import type { ListedMemory } from "./memory-type.ts";

type EntryListProps = {
  readonly workspace: string;
  readonly list: UseQueryResult<RouterOutputs["memory"]["list"], unknown>;
  readonly isFiltered: boolean;
  /** Whether the best hits of a search come first, not those that were saved last. */
  readonly isRanked: boolean;
  readonly selected: string | null;
  readonly onSelect: (id: string) => void;
};

/** The entries, one per row: name, description, who finds it, when it was saved, and the number of runs that had it. */
export function EntryList({
  workspace,
  list,
  isFiltered,
  isRanked,
  selected,
  onSelect,
}: EntryListProps): ReactElement {
  const translate = useTranslations("memory");
  if (list.isPending) return <SkeletonRows rows={8} rowHeight={28} className="px-4" />;
  if (list.isError) {
    return <LoadFailed query={list} title={translate("listFailed")} />;
  }
  const { items, shown } = list.data;
  if (items.length === 0) {
    const kind = isFiltered && list.data.active > 0 ? "filtered" : "entries";
    return (
      <EmptyState className="p-4" title={translate(`empty.${kind}`)}>
        {translate(`emptyText.${kind}`)}
      </EmptyState>
    );
  }
  return (
    <div className="min-h-0 flex-1 overflow-y-auto">
      <Header isRanked={isRanked} />
      <ul aria-label={translate("tabs.entries")}>
        {items.map((item) => (
          <EntryRow
            key={item.id}
            workspace={workspace}
            item={item}
            isShown={item.id === selected}
            onOpen={() => {
              onSelect(item.id);
            }}
          />
        ))}
      </ul>
      {shown > items.length && (
        <p className="px-4 py-3 text-12 text-ink-2">{translate("more", { count: items.length })}</p>
      )}
    </div>
  );
}

/** The grid of the rows and of their header. */
const COLUMNS = "grid-cols-[16px_minmax(0,2fr)_minmax(0,2fr)_5rem_5.5rem_3.5rem] items-center gap-x-3";

/** Only on a wide screen: a phone shows less in a row. */
function Header({ isRanked }: { readonly isRanked: boolean }): ReactElement {
  const translate = useTranslations("memory.column");
  return (
    <div
      aria-hidden="true"
      className={classNames(
        "sticky top-0 z-10 grid h-7 border-b border-line bg-page px-4 text-12 text-ink-2 phone:hidden",
        COLUMNS,
      )}
    >
      <span className="col-start-2">{translate("name")}</span>
      <span>{translate("description")}</span>
      <span>{translate("audience")}</span>
      <span className="flex items-center justify-end gap-1">
        {translate("saved")}
        {!isRanked && <Icon icon={ArrowDown} size={12} />}
      </span>
      <span className="text-right">{translate("recalls")}</span>
    </div>
  );
}

type EntryRowProps = {
  readonly workspace: string;
  readonly item: ListedMemory;
  readonly isShown: boolean;
  readonly onOpen: () => void;
};

function EntryRow({ workspace, item, isShown, onOpen }: EntryRowProps): ReactElement {
  const translate = useTranslations("memory");
  const common = useTranslations("common.draft");
  const [draft] = useKeptDraft(memoryDraftKey(workspace, "entry", item.id));
  const kind = translate(`type.${item.type}`);
  return (
    <ListRow
      isShown={isShown}
      onOpen={onOpen}
      className={classNames("min-h-7 phone:grid-cols-[16px_minmax(0,1fr)_auto] phone:py-2", COLUMNS)}
    >
      <span title={kind}>
        <Icon icon={TYPE_ICONS[item.type]} className="text-ink-2" />
        <span className="sr-only">{kind}</span>
      </span>
      <span title={item.name} className={classNames("truncate", item.supersededBy !== null && "text-ink-2")}>
        {item.name}
      </span>
      <span className="truncate text-12 text-ink-2 phone:order-last phone:col-start-2 phone:col-end-4">
        {draft !== null && <span className="mr-2 text-warn">{common("unsaved")}</span>}
        {item.supersededBy === null ? item.description : <Badge>{translate("superseded")}</Badge>}
      </span>
      <span className="truncate text-12 text-ink-2 phone:hidden">
        {translate(`audience.${item.audience}`)}
      </span>
      <Time at={item.savedAt} className="text-right text-12 text-ink-2" />
      <span className="text-right text-12 text-ink-2 phone:hidden">
        {translate("recalls", { count: item.recalls })}
      </span>
    </ListRow>
  );
}

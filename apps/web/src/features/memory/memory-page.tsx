"use client";
import { Plus } from "lucide-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import { Button } from "../../ui/button.tsx";
import { ListDetail } from "../../ui/list-detail.tsx";
import { onDemand } from "../../ui/on-demand.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { PageBar } from "../../ui/shell/page-bar.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { EntryFilters } from "./entry-filters.tsx";
import type { Filters } from "./entry-filters.tsx";
import { EntryList } from "./entry-list.tsx";
import { EntryPanel } from "./entry-panel.tsx";
import { MEMORY_TABS, NEW_ENTRY } from "./memory-address.ts";
import type { MemoryTab } from "./memory-address.ts";
import { UNFILTERED } from "./prefetch.ts";
import { ProfileFiles } from "./profile-files.tsx";
import { TidyList } from "./tidy-list.tsx";
import { RecallTest } from "./recall-test.tsx";
import { Review } from "./review.tsx";
import { useMemoryAddress } from "./use-memory-address.ts";

/** The table of experiences is loaded only when it is opened. */
const Experiences = onDemand<{ readonly workspace: string }>(
  async () => (await import("./experience-list.tsx")).ExperienceList,
  <SkeletonRows rows={8} rowHeight={44} className="px-4" />,
);

/** The memory of agents: entries with their origin, those that wait for a review, and a test of recall. */
export function MemoryPage({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("memory");
  const api = useTRPC();
  const { tab, entry, query, go } = useMemoryAddress();
  const [filters, setFilters] = useState<Filters>(query === "" ? UNFILTERED : { ...UNFILTERED, query });
  const asked = useDeferredValue(filters);
  const isReview = tab === "review";
  const list = useQuery(
    api.memory.list.queryOptions(
      { workspace, ...(isReview ? UNFILTERED : asked), review: isReview },
      { placeholderData: keepPreviousData },
    ),
  );
  const tidy = useQuery(api.memory.tidyCount.queryOptions({ workspace }));
  const shown = entry ?? list.data?.items[0]?.id ?? null;
  const select = (id: string | null): void => {
    go({ entry: id });
  };
  const labelOf = (part: MemoryTab): string => {
    if (part === "review") return translate("tabs.review", { count: list.data?.held ?? 0 });
    if (part === "tidy") return translate("tabs.tidy", { count: tidy.data ?? 0 });
    return translate(`tabs.${part}`);
  };
  const tabs = (
    <Segmented<MemoryTab>
      label={translate("tabs.label")}
      value={tab}
      onChange={(next) => {
        go({ tab: next, entry: null });
      }}
      segments={MEMORY_TABS.map((value) => ({
        value,
        label: labelOf(value),
      }))}
    />
  );
  return (
    <>
      <PageBar
        title={translate("title")}
        actions={
          <>
            <span className="phone:hidden">{tabs}</span>
            <span className={classNames(entry !== null && tab !== "profile" && "phone:hidden")}>
              <Button
                icon={Plus}
                onClick={() => {
                  go({ tab: tab === "experiences" ? tab : "entries", entry: NEW_ENTRY });
                }}
              >
                {translate(tab === "experiences" ? "newExperience" : "new")}
              </Button>
            </span>
          </>
        }
      />
      {/* Six parts do not fit next to the title on a phone. */}
      <div className="hidden flex-none overflow-x-auto border-b border-line px-4 py-0.5 phone:block">
        {tabs}
      </div>
      {tab === "test" && <RecallTest workspace={workspace} />}
      {tab === "experiences" && <Experiences workspace={workspace} />}
      {tab === "profile" && <ProfileFiles workspace={workspace} />}
      {tab === "tidy" && <TidyList workspace={workspace} />}
      {isReview && <Review workspace={workspace} list={list} />}
      {tab === "entries" && (
        <ListDetail
          className="grid-cols-[minmax(0,1fr)_520px] max-[1100px]:grid-cols-[minmax(0,1fr)_400px]"
          isOpen={entry !== null}
          backLabel={translate("back")}
          onBack={() => {
            select(null);
          }}
          list={
            <>
              <EntryFilters
                filters={filters}
                count={list.data?.active ?? 0}
                neverRecalled={list.data?.neverRecalled ?? 0}
                projects={list.data?.projects ?? []}
                onChange={setFilters}
              />
              <EntryList
                workspace={workspace}
                list={list}
                isFiltered={filters !== UNFILTERED}
                isRanked={filters.query.trim() !== ""}
                selected={shown}
                onSelect={select}
              />
            </>
          }
        >
          <EntryPanel workspace={workspace} id={shown} />
        </ListDetail>
      )}
    </>
  );
}

"use client";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useDeferredValue, useState } from "react";
import type { ReactElement } from "react";
import { classNames } from "../../lib/class-names.ts";
import { useTRPC } from "../../lib/trpc.tsx";
import type { RouterOutputs } from "../../lib/trpc.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { LoadFailed } from "../../ui/load-failed.tsx";
import { Segmented } from "../../ui/segmented.tsx";
import { Select } from "../../ui/select.tsx";
import { SkeletonRows } from "../../ui/skeleton.tsx";
import { Comparison } from "./comparison.tsx";
import { ALL_EXPERIENCES, countPart, EXPERIENCE_PARTS, filterExperiences } from "./experience-filter.ts";
import type { ExperienceFilter, ExperiencePart } from "./experience-filter.ts";
import { ExperiencePanel } from "./experience-panel.tsx";
import { experienceColumns, ExperienceRow, wideOnly } from "./experience-row.tsx";
import { useMemoryAddress } from "./use-memory-address.ts";

type Listed = RouterOutputs["experiences"]["list"];

/** The experiences of runs: their outcomes, the candidates that wait for a decision, and the difference that they make. */
export function ExperienceList({ workspace }: { readonly workspace: string }): ReactElement {
  const translate = useTranslations("experiences");
  const api = useTRPC();
  const { entry } = useMemoryAddress();
  const list = useQuery(api.experiences.list.queryOptions({ workspace }));
  if (list.isPending) return <SkeletonRows rows={8} rowHeight={44} className="px-4" />;
  if (list.isError) {
    return <LoadFailed query={list} title={translate("failed")} />;
  }
  const isOpen = entry !== null;
  return (
    <div
      className={classNames(
        "grid min-h-0 flex-1 grid-rows-1 phone:grid-cols-1",
        isOpen
          ? "grid-cols-[minmax(0,1fr)_460px] max-[1100px]:grid-cols-[minmax(0,1fr)_380px]"
          : "grid-cols-1",
      )}
    >
      <div
        className={classNames("flex min-h-0 min-w-0 flex-col", isOpen && "border-r border-line phone:hidden")}
      >
        <Rows workspace={workspace} list={list.data} isNarrow={isOpen} />
      </div>
      {isOpen && <ExperiencePanel workspace={workspace} />}
    </div>
  );
}

function Rows({
  workspace,
  list,
  isNarrow,
}: {
  readonly workspace: string;
  readonly list: Listed;
  readonly isNarrow: boolean;
}): ReactElement {
  const translate = useTranslations("experiences");
  const { entry, go } = useMemoryAddress();
  const [filter, setFilter] = useState(ALL_EXPERIENCES);
  const shown = filterExperiences(list.items, useDeferredValue(filter));
  if (list.total === 0) {
    return (
      <>
        <div className="flex-none border-b border-line px-4 py-2">
          <Comparison workspace={workspace} list={list} />
        </div>
        <EmptyState className="p-6" title={translate("empty.title")}>
          {translate("empty.text")}
        </EmptyState>
      </>
    );
  }
  return (
    <>
      <Filters workspace={workspace} list={list} filter={filter} onChange={setFilter} isNarrow={isNarrow} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <div
          aria-hidden="true"
          className={classNames(
            "sticky top-0 z-10 grid gap-x-4 border-b border-line bg-page px-4 py-1 text-12 text-ink-2 phone:hidden",
            experienceColumns(isNarrow),
          )}
        >
          <span>{translate("column.what")}</span>
          <span className={wideOnly(isNarrow)}>{translate("column.scope")}</span>
          <span className={wideOnly(isNarrow)}>{translate("column.source")}</span>
          <span className="text-right">{translate("column.worked")}</span>
          <span className={wideOnly(isNarrow)}>{translate("column.interval")}</span>
          <span className="text-right">{translate("column.bound")}</span>
          <span>{translate("column.state")}</span>
        </div>
        {shown.length === 0 ? (
          <EmptyState className="p-4" title={translate("empty.filtered")}>
            {translate("empty.filteredText")}
          </EmptyState>
        ) : (
          <ul aria-label={translate("title")}>
            {shown.map((item) => (
              <ExperienceRow
                key={item.id}
                workspace={workspace}
                item={item}
                isShown={item.id === entry}
                isNarrow={isNarrow}
                onOpen={() => {
                  go({ entry: item.id });
                }}
              />
            ))}
          </ul>
        )}
        {list.total > list.items.length && (
          <p className="px-4 py-3 text-12 text-ink-2">{translate("more", { count: list.items.length })}</p>
        )}
      </div>
    </>
  );
}

const AUDIENCES = ["workspace", "agent", "person"] as const;

function Filters({
  workspace,
  list,
  filter,
  onChange,
  isNarrow,
}: {
  readonly workspace: string;
  readonly list: Listed;
  readonly filter: ExperienceFilter;
  readonly onChange: (filter: ExperienceFilter) => void;
  readonly isNarrow: boolean;
}): ReactElement {
  const translate = useTranslations("experiences");
  return (
    <div className="flex flex-none flex-wrap items-center gap-x-3 gap-y-2 border-b border-line px-4 py-2">
      <Field label={translate("search", { count: list.total })} labelHidden className="w-60 phone:w-full">
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder={translate("search", { count: list.total })}
            value={filter.query}
            onChange={(event) => {
              onChange({ ...filter, query: event.target.value });
            }}
          />
        )}
      </Field>
      <Segmented<ExperiencePart>
        label={translate("part.label")}
        value={filter.part}
        onChange={(part) => {
          onChange({ ...filter, part });
        }}
        segments={EXPERIENCE_PARTS.map((value) => ({
          value,
          label: translate(`part.${value}`, { count: countPart(list.items, value) }),
        }))}
      />
      <Field label={translate("column.scope")} labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filter.audience ?? ""}
            onChange={(event) => {
              onChange({
                ...filter,
                audience: AUDIENCES.find((known) => known === event.target.value) ?? null,
              });
            }}
          >
            <option value="">{translate("audience.any")}</option>
            {AUDIENCES.map((audience) => (
              <option key={audience} value={audience}>
                {translate(`audience.${audience}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <div className={classNames("ml-auto min-w-0 phone:ml-0 phone:w-full", isNarrow && "hidden")}>
        <Comparison workspace={workspace} list={list} />
      </div>
    </div>
  );
}

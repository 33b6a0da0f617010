"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Checkbox } from "../../ui/choice.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Select } from "../../ui/select.tsx";
import { TYPES } from "./memory-type.ts";
import type { ListedMemory, MemoryType } from "./memory-type.ts";

/** From young to old. */
const AGES = ["week", "month", "old"] as const;
export type MemoryAge = (typeof AGES)[number];

/** The filters of the list. */
export type Filters = {
  readonly query: string;
  readonly type: MemoryType | null;
  readonly audience: ListedMemory["audience"] | null;
  readonly project: string | null;
  readonly age: MemoryAge | null;
  readonly neverRecalled: boolean;
};

type EntryFiltersProps = {
  readonly filters: Filters;
  /** The number of searchable entries. */
  readonly count: number;
  /** The number of them that no run has recalled. */
  readonly neverRecalled: number;
  /** The projects that entries are about. */
  readonly projects: readonly string[];
  readonly onChange: (filters: Filters) => void;
};

const AUDIENCES = ["workspace", "person"] as const;

/** The search field and the filters over the list. */
export function EntryFilters({
  filters,
  count,
  neverRecalled,
  projects,
  onChange,
}: EntryFiltersProps): ReactElement {
  const translate = useTranslations("memory");
  return (
    <div className="flex flex-none flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      <Field
        label={translate("search", { count })}
        labelHidden
        className="max-w-60 min-w-36 flex-1 basis-36 phone:max-w-none phone:basis-full"
      >
        {(control) => (
          <Input
            {...control}
            type="search"
            placeholder={translate("search", { count })}
            value={filters.query}
            onChange={(event) => {
              onChange({ ...filters, query: event.target.value });
            }}
          />
        )}
      </Field>
      <Field label={translate("filter.type")} labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filters.type ?? ""}
            onChange={(event) => {
              onChange({ ...filters, type: TYPES.find((type) => type === event.target.value) ?? null });
            }}
          >
            <option value="">{translate("filter.anyType")}</option>
            {TYPES.map((type) => (
              <option key={type} value={type}>
                {translate(`type.${type}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={translate("filter.audience")} labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filters.audience ?? ""}
            onChange={(event) => {
              const audience = AUDIENCES.find((known) => known === event.target.value) ?? null;
              onChange({ ...filters, audience });
            }}
          >
            <option value="">{translate("filter.anyAudience")}</option>
            {AUDIENCES.map((audience) => (
              <option key={audience} value={audience}>
                {translate(`audience.${audience}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {(projects.length > 0 || filters.project !== null) && (
        <Field label={translate("filter.project")} labelHidden>
          {(control) => (
            <Select
              {...control}
              value={filters.project ?? ""}
              onChange={(event) => {
                onChange({ ...filters, project: event.target.value === "" ? null : event.target.value });
              }}
            >
              <option value="">{translate("filter.anyProject")}</option>
              {projects.map((project) => (
                <option key={project} value={project}>
                  {project}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <Field label={translate("filter.age")} labelHidden>
        {(control) => (
          <Select
            {...control}
            value={filters.age ?? ""}
            onChange={(event) => {
              onChange({ ...filters, age: AGES.find((age) => age === event.target.value) ?? null });
            }}
          >
            <option value="">{translate("filter.anyAge")}</option>
            {AGES.map((age) => (
              <option key={age} value={age}>
                {translate(`age.${age}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Checkbox
        checked={filters.neverRecalled}
        onChange={(event) => {
          onChange({ ...filters, neverRecalled: event.target.checked });
        }}
      >
        {translate("filter.neverRecalled", { count: neverRecalled })}
      </Checkbox>
    </div>
  );
}

"use client";
import { useLocale, useTranslations } from "next-intl";
import { useTimeZone } from "../../lib/use-now.ts";
import { formatMomentFully } from "../../lib/format.ts";
import type { Facets } from "./list-item.ts";
import { isFlagField, isListField, isRangeField, STATUSES } from "./trace-filter.ts";
import type { Bounds, FilterField, TraceFilter } from "./trace-filter.ts";

/** Returns a function that describes a filter: `Agent is general, explore`. */
export function useChipText(facets: Facets | undefined): (filter: TraceFilter, field: FilterField) => string {
  const translate = useTranslations("traces.filter");
  const status = useTranslations("common.status");
  const locale = useLocale();
  const timeZone = useTimeZone();
  const between = (bounds: Bounds | null, write: (value: number) => string): string => {
    const { from, to } = bounds ?? { from: null, to: null };
    if (from !== null && to !== null) return translate("between", { from: write(from), to: write(to) });
    if (from !== null) return translate("atLeast", { from: write(from) });
    return to === null ? translate("any") : translate("atMost", { to: write(to) });
  };
  const valueName = (field: FilterField, value: string): string => {
    const knownStatus = STATUSES.find((candidate) => candidate === value);
    if (field === "status" && knownStatus !== undefined) return status(knownStatus);
    if (field === "person") return facets?.persons.find((person) => person.id === value)?.name ?? value;
    return value;
  };
  return (filter, field) => {
    const name = translate(`field.${field}`);
    if (isFlagField(field)) return name;
    if (isListField(field)) {
      const values = filter.lists[field].map((value) => valueName(field, value));
      return values.length === 0
        ? translate("isAny", { name })
        : translate("is", { name, values: values.join(translate("comma")) });
    }
    if (isRangeField(field)) {
      const write = (value: number): string =>
        field === "cost" ? `$${value}` : translate("seconds", { value });
      return translate("is", { name, values: between(filter.ranges[field], write) });
    }
    if (filter.started === null) return translate("isAny", { name });
    if (filter.started.kind === "last") return translate("startedLast", { hours: filter.started.hours });
    return translate("is", {
      name,
      values: between(filter.started, (at) => formatMomentFully(at, { locale, timeZone })),
    });
  };
}

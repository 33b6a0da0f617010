"use client";
import { useTranslations } from "next-intl";
import type { ReactElement } from "react";
import { Checkbox } from "../../ui/choice.tsx";
import { Field } from "../../ui/field.tsx";
import { Input } from "../../ui/input.tsx";
import { Radio } from "../../ui/choice.tsx";
import type { Facets } from "./list-item.ts";
import { isListField, isRangeField, STATUSES } from "./trace-filter.ts";
import type { Bounds, FilterField, ListField, RangeField, TraceFilter } from "./trace-filter.ts";

export type FilterEditorProps = {
  readonly field: FilterField;
  readonly filter: TraceFilter;
  readonly facets: Facets | undefined;
  readonly onChange: (filter: TraceFilter) => void;
};

/** The form of one filter field. Every change applies immediately. */
export function FilterEditor({ field, ...rest }: FilterEditorProps): ReactElement {
  if (isListField(field)) return <ListEditor {...rest} field={field} />;
  if (isRangeField(field)) return <RangeEditor {...rest} field={field} />;
  return <StartedEditor {...rest} />;
}

type EditorProps<Name> = Omit<FilterEditorProps, "field"> & { readonly field: Name };

function ListEditor({ field, filter, facets, onChange }: EditorProps<ListField>): ReactElement {
  const translate = useTranslations("traces.filter");
  const status = useTranslations("common.status");
  const choices = fieldChoices(field, facets).map(({ value, label }) => {
    const knownStatus = STATUSES.find((candidate) => candidate === value);
    return { value, label: field === "status" && knownStatus !== undefined ? status(knownStatus) : label };
  });
  const chosen = filter.lists[field];
  if (choices.length === 0)
    return (
      <p className="p-1 text-12 text-ink-2">
        {translate(facets === undefined ? "loading" : "nothingToChoose")}
      </p>
    );
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="sr-only">{translate(`field.${field}`)}</legend>
      {choices.map(({ value, label }) => (
        <Checkbox
          key={value}
          checked={chosen.includes(value)}
          onChange={(event) => {
            const next = event.target.checked
              ? [...chosen, value]
              : chosen.filter((candidate) => candidate !== value);
            onChange({ ...filter, lists: { ...filter.lists, [field]: next } });
          }}
          className="min-h-6 text-12"
        >
          {label}
        </Checkbox>
      ))}
    </fieldset>
  );
}

type Choice = { readonly value: string; readonly label: string };

function fieldChoices(field: ListField, facets: Facets | undefined): readonly Choice[] {
  const plain = (values: readonly string[] | undefined): Choice[] =>
    (values ?? []).map((value) => ({ value, label: value }));
  switch (field) {
    case "status":
      return plain(STATUSES);
    case "agent":
      return plain(facets?.agents);
    case "model":
      return plain(facets?.models);
    case "tag":
      return plain(facets?.tags);
    case "tool":
      return plain(facets?.tools);
    case "person":
      return (facets?.persons ?? []).map(({ id, name }) => ({ value: id, label: name }));
  }
}

function RangeEditor({ field, filter, onChange }: EditorProps<RangeField>): ReactElement {
  const translate = useTranslations("traces.filter");
  const bounds = filter.ranges[field] ?? { from: null, to: null };
  const change = (part: Partial<Bounds>): void => {
    const next = { ...bounds, ...part };
    const empty = next.from === null && next.to === null;
    onChange({ ...filter, ranges: { ...filter.ranges, [field]: empty ? null : next } });
  };
  return (
    <div className="flex gap-2">
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={translate(`${field}.${end}`)} className="flex-1">
          {(control) => (
            <Input
              {...control}
              type="number"
              min={0}
              step="any"
              inputMode="decimal"
              defaultValue={bounds[end] ?? ""}
              onChange={(event) => {
                change({ [end]: parseNumber(event.target.value) });
              }}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function parseNumber(text: string): number | null {
  const value = Number(text);
  return text.trim() === "" || !Number.isFinite(value) || value < 0 ? null : value;
}

const LAST_HOURS = [1, 24, 48, 168, 720] as const;

function StartedEditor({ filter, onChange }: Omit<FilterEditorProps, "field">): ReactElement {
  const translate = useTranslations("traces.filter");
  const { started } = filter;
  const between = started?.kind === "between" ? started : { from: null, to: null };
  const change = (part: Partial<Bounds>): void => {
    const next = { from: between.from, to: between.to, ...part };
    onChange({
      ...filter,
      started: next.from === null && next.to === null ? null : { kind: "between", ...next },
    });
  };
  return (
    <div className="flex flex-col gap-3">
      <fieldset className="flex flex-col gap-1">
        <legend className="sr-only">{translate("field.started")}</legend>
        {LAST_HOURS.map((hours) => (
          <Radio
            key={hours}
            name="started"
            checked={started?.kind === "last" && started.hours === hours}
            onChange={() => {
              onChange({ ...filter, started: { kind: "last", hours } });
            }}
            className="min-h-6 text-12"
          >
            {translate("last", { hours })}
          </Radio>
        ))}
      </fieldset>
      {(["from", "to"] as const).map((end) => (
        <Field key={end} label={translate(`started.${end}`)}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              defaultValue={localTime(between[end])}
              onChange={(event) => {
                const at = new Date(event.target.value).getTime();
                change({ [end]: Number.isFinite(at) ? at : null });
              }}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

/** Returns a timestamp in the format of a `datetime-local` field, in local time. */
function localTime(at: number | null): string {
  if (at === null) return "";
  const local = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

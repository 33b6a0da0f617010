"use client";
import { Plus, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import type { ReactElement } from "react";
import { usePreHydrationInput } from "../../lib/use-pre-hydration-input.ts";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { CONTROL_CLASS, controlSizeClass } from "../../ui/input.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Menu, MenuItem } from "../../ui/menu.tsx";
import { focusRows } from "./focus-rows.ts";
import { FilterEditor } from "./filter-editor.tsx";
import { Popover } from "../../ui/popover.tsx";
import type { Facets } from "./list-item.ts";
import { activeFields, FILTER_FIELDS, isFlagField, NO_FILTER, withoutField } from "./trace-filter.ts";
import type { FilterField, TraceFilter } from "./trace-filter.ts";
import { useChipText } from "./use-chip-text.ts";

export type FilterBarProps = {
  readonly filter: TraceFilter;
  readonly facets: Facets | undefined;
  readonly onChange: (filter: TraceFilter) => void;
};

/** The search field and the active filters. One click changes or removes a filter. */
export function FilterBar({ filter, facets, onChange }: FilterBarProps): ReactElement {
  const translate = useTranslations("traces.filter");
  const [editing, setEditing] = useState<FilterField | null>(null);
  const active = activeFields(filter);
  const chips = editing !== null && !active.includes(editing) ? [...active, editing] : active;
  return (
    <div role="search" className="flex min-w-0 flex-1 items-center gap-2 phone:flex-wrap">
      <SearchField
        text={filter.text}
        onChange={(text) => {
          onChange({ ...filter, text });
        }}
      />
      {chips.map((field) => (
        <Chip
          key={field}
          field={field}
          filter={filter}
          facets={facets}
          open={editing === field}
          onOpenChange={(open) => {
            setEditing(open ? field : null);
          }}
          onChange={onChange}
        />
      ))}
      <Menu
        align="start"
        trigger={
          <Button variant="ghost" icon={Plus} className="border-dashed border-line-strong">
            {translate("add")}
          </Button>
        }
      >
        {FILTER_FIELDS.filter((field) => !active.includes(field)).map((field) => (
          <MenuItem
            key={field}
            onSelect={() => {
              if (isFlagField(field)) onChange({ ...filter, flags: { ...filter.flags, [field]: true } });
              // The menu restores the focus to its button first; then the editor may take it.
              else setTimeout(setEditing, 0, field);
            }}
          >
            {translate(`field.${field}`)}
          </MenuItem>
        ))}
      </Menu>
      {active.length + (filter.text === "" ? 0 : 1) > 1 && (
        <Button
          variant="ghost"
          onClick={() => {
            onChange(NO_FILTER);
          }}
        >
          {translate("clear")}
        </Button>
      )}
    </div>
  );
}

type ChipProps = FilterBarProps & {
  readonly field: FilterField;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
};

function Chip({ field, filter, facets, open, onOpenChange, onChange }: ChipProps): ReactElement {
  const translate = useTranslations("traces.filter");
  const text = useChipText(facets)(filter, field);
  const name = translate(`field.${field}`);
  return (
    <span className="inline-flex h-7 max-w-80 min-w-0 flex-none items-center rounded-md bg-accent-soft text-12 text-accent phone:h-11">
      {isFlagField(field) ? (
        <span className="pl-2">{name}</span>
      ) : (
        <Popover
          align="start"
          open={open}
          onOpenChange={onOpenChange}
          label={name}
          trigger={
            <button type="button" className="h-full min-w-0 truncate rounded-md pl-2 hover:underline">
              {text}
            </button>
          }
        >
          <FilterEditor field={field} filter={filter} facets={facets} onChange={onChange} />
        </Popover>
      )}
      <IconButton
        label={translate("remove", { name })}
        icon={X}
        size="small"
        className="text-accent"
        onClick={() => {
          onOpenChange(false);
          onChange(withoutField(filter, field));
        }}
      />
    </span>
  );
}

/** Long enough to finish typing a word, short enough to feel immediate. */
const SEARCH_DELAY_MS = 300;

function SearchField({
  text,
  onChange,
}: {
  readonly text: string;
  readonly onChange: (text: string) => void;
}): ReactElement {
  const translate = useTranslations("traces.filter");
  const field = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => {
    return () => {
      clearTimeout(timer.current);
    };
  }, []);
  const latest = useRef(onChange);
  useEffect(() => {
    latest.current = onChange;
  });
  useEffect(() => {
    // A view was opened or the filter was cleared: update the field unless someone is typing in it.
    if (field.current && document.activeElement !== field.current) field.current.value = text;
  }, [text]);
  const change = (next: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      latest.current(next);
    }, SEARCH_DELAY_MS);
  };
  usePreHydrationInput(field, text, change);
  return (
    <span className="relative w-72 flex-none phone:w-full">
      <Icon
        icon={Search}
        size={14}
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-2"
      />
      <input
        ref={field}
        type="search"
        aria-label={translate("search")}
        placeholder={translate("search")}
        defaultValue={text}
        maxLength={300}
        onChange={(event) => {
          change(event.target.value);
        }}
        onKeyDown={(event) => {
          // The browser clears a text first; the next Escape returns to the rows.
          if (event.key === "Escape" && event.currentTarget.value === "") focusRows();
        }}
        className={`${CONTROL_CLASS} ${controlSizeClass("normal")} peer pr-7 pl-7 text-12 [&::-webkit-search-cancel-button]:hidden`}
      />
      <span className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 peer-focus:hidden phone:hidden">
        <Kbd keys="/" />
      </span>
    </span>
  );
}

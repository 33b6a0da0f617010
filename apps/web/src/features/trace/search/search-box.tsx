"use client";
import { ChevronDown, ChevronUp, Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { memo } from "react";
import type { KeyboardEvent, ReactElement, Ref } from "react";
import { keyHint } from "../../../lib/commands/key-hint.ts";
import { useFormat } from "../../../lib/use-format.ts";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { Kbd } from "../../../ui/kbd.tsx";
import type { TraceSearch } from "./use-trace-search.ts";
import { RUN_COMMANDS } from "../shell/run-commands.ts";

export type SearchBoxProps = {
  readonly search: TraceSearch;
  readonly inputRef: Ref<HTMLInputElement>;
  /** Moves the focus back to the view. */
  readonly onLeave: () => void;
};

/** The search field of the run, with the number of hits and buttons to step through them. */
export const SearchBox = memo(function SearchBox({
  search,
  inputRef,
  onLeave,
}: SearchBoxProps): ReactElement {
  const translate = useTranslations("trace.search");
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      search.go(event.shiftKey ? -1 : 1);
    }
    if (event.key === "Escape") {
      event.preventDefault();
      if (search.text !== "") search.clear();
      onLeave();
    }
  };
  return (
    <search className="flex h-7 min-w-24 max-w-80 flex-1 items-center rounded-md border border-field bg-raised pl-2 text-ink-2 focus-within:border-accent focus-within:outline-2 focus-within:-outline-offset-1 focus-within:outline-accent phone:h-11 phone:max-w-none">
      <Icon icon={Search} size={14} />
      <input
        ref={inputRef}
        type="text"
        role="searchbox"
        aria-label={translate("label")}
        placeholder={translate("label")}
        title={translate("hint")}
        value={search.text}
        onChange={(event) => {
          search.type(event.target.value);
        }}
        onKeyDown={onKeyDown}
        className="h-full min-w-0 flex-1 bg-transparent px-2 text-12 text-ink outline-none placeholder:text-ink-3 phone:text-13"
      />
      <HitCount search={search} />
      {search.active ? (
        <>
          <IconButton
            label={translate("previous")}
            shortcut={keyHint(RUN_COMMANDS, "run.previous-hit")}
            icon={ChevronUp}
            size="small"
            disabled={search.hits.length === 0}
            onClick={() => {
              search.go(-1);
            }}
          />
          <IconButton
            label={translate("next")}
            shortcut={keyHint(RUN_COMMANDS, "run.next-hit")}
            icon={ChevronDown}
            size="small"
            disabled={search.hits.length === 0}
            onClick={() => {
              search.go(1);
            }}
          />
          <IconButton
            label={translate("clear")}
            icon={X}
            size="small"
            onClick={() => {
              search.clear();
              onLeave();
            }}
          />
        </>
      ) : (
        <span className="pr-2 text-ink-3">
          <Kbd keys="/" />
        </span>
      )}
    </search>
  );
});

function HitCount({ search }: { readonly search: TraceSearch }): ReactElement {
  const translate = useTranslations("trace.search");
  const format = useFormat();
  const count = format.count(search.hits.length);
  const text =
    search.position === null
      ? translate(`found.${search.state}`, { count, hits: search.hits.length })
      : translate("position", { position: format.count(search.position), count });
  return (
    <span role="status" className="flex-none pr-1 text-11 whitespace-nowrap text-ink-3">
      {search.active && text}
    </span>
  );
}

"use client";
import { Search, X } from "lucide-react";
import { useTranslations } from "next-intl";
import { Dialog as Primitive } from "radix-ui";
import { useId, useState } from "react";
import type { KeyboardEvent, ReactElement } from "react";
import { Icon } from "../../ui/icon.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import type { CommandPaletteProps } from "./command-palette.tsx";
import { groupItems, nextIndex } from "./palette-items.ts";
import type { PaletteItem, PaletteKind } from "./palette-items.ts";
import { optionId, PaletteList } from "./palette-list.tsx";
import { useSearchResults } from "./use-search-results.ts";
import { usePaletteItems, usePreferenceCommands } from "./use-palette-items.ts";

const MAX_QUERY_LENGTH = 300;

type PaletteBodyProps = CommandPaletteProps & {
  /** Closes the palette, then runs the selected item. */
  readonly onChoose: (run: () => void) => void;
};

/** The search field and its results. Focus stays in the field; `aria-activedescendant` names the selected item. */
export function PaletteBody({ workspace, theme, onChoose }: PaletteBodyProps): ReactElement {
  const translate = useTranslations("shell.palette");
  const common = useTranslations("common");
  const listId = useId();
  const [typed, setTyped] = useState("");
  const [only, setOnly] = useState<PaletteKind | null>(null);
  // Select by ID, so that the selection stays on its item when others appear above it.
  const [chosenId, setChosenId] = useState<string | null>(null);
  const results = useSearchResults(workspace, typed);
  usePreferenceCommands(theme);
  const groups = groupItems(usePaletteItems({ workspace, typed, only, results }), only);
  const items = groups.flatMap((group) => group.items);
  const index = Math.max(
    0,
    items.findIndex((item) => item.id === chosenId),
  );
  const chosen = items[index];

  const open = (item: PaletteItem | undefined): void => {
    if (item !== undefined) onChoose(item.run);
  };
  const narrow = (kind: PaletteKind | null): void => {
    setOnly(kind);
    setChosenId(null);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const moved = nextIndex(event.key, index, items.length);
    if (moved !== null) setChosenId(items[moved]?.id ?? null);
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey))
      open(items.find((item) => item.id === "words-ask"));
    else if (event.key === "Enter") open(chosen);
    else if (event.key === "Tab" && !event.shiftKey && chosen !== undefined)
      narrow(only === null ? chosen.kind : null);
    else if (event.key === "Backspace" && typed === "" && only !== null) narrow(null);
    else return;
    event.preventDefault();
  };
  return (
    <>
      <div className="flex h-12 flex-none items-center gap-3 border-b border-line pr-2 pl-4">
        <Icon icon={Search} className="text-ink-3" />
        {only !== null && (
          <button
            type="button"
            onClick={() => {
              narrow(null);
            }}
            className="flex h-6 flex-none items-center gap-1 rounded-sm bg-accent-soft px-2 text-12 text-accent phone:h-11"
          >
            {translate(`kinds.${only}`)}
            <Icon icon={X} size={12} />
            <span className="sr-only">{translate("allKinds")}</span>
          </button>
        )}
        <input
          role="combobox"
          aria-expanded={items.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={chosen && optionId(listId, chosen.id)}
          aria-label={translate("label")}
          placeholder={translate("label")}
          value={typed}
          maxLength={MAX_QUERY_LENGTH}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.target.value);
            setChosenId(null);
          }}
          onKeyDown={onKeyDown}
          className="min-w-0 flex-1 bg-transparent text-15 outline-none"
        />
        <Primitive.Close asChild>
          <IconButton label={common("close")} icon={X} shortcut="Esc" />
        </Primitive.Close>
      </div>
      <PaletteList
        id={listId}
        groups={groups}
        typed={typed}
        chosenId={chosen?.id ?? null}
        results={results}
        onPoint={setChosenId}
        onOpen={open}
      />
      <div className="flex h-9 flex-none items-center gap-4 border-t border-line px-4 text-12 text-ink-2">
        <Hint keys={["↑", "↓"]} does={translate("hints.choose")} />
        <Hint keys={["↵"]} does={translate("hints.open")} />
        <Hint keys={["Tab"]} does={translate(only === null ? "hints.narrow" : "hints.widen")} />
        <span role="status" className="ml-auto">
          {translate("count", { count: items.length })}
        </span>
      </div>
    </>
  );
}

function Hint({ keys, does }: { readonly keys: readonly string[]; readonly does: string }): ReactElement {
  return (
    <span className="flex items-center gap-1 phone:hidden">
      {keys.map((key) => (
        <Kbd key={key} keys={key} />
      ))}
      {does}
    </span>
  );
}

"use client";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import type { ReactElement } from "react";
import { failureFromError } from "../../lib/failure-from-error.ts";
import { Icon } from "../../ui/icon.tsx";
import { Kbd } from "../../ui/kbd.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { Time } from "../../ui/time.tsx";
import { labelParts } from "./palette-items.ts";
import type { PaletteGroup, PaletteItem } from "./palette-items.ts";
import type { FoundAll } from "./use-found.ts";

export type PaletteListProps = {
  readonly id: string;
  readonly groups: readonly PaletteGroup[];
  readonly typed: string;
  readonly chosenId: string | null;
  readonly found: Pick<FoundAll, "loading" | "error">;
  readonly onPoint: (id: string) => void;
  readonly onOpen: (item: PaletteItem) => void;
};

const LOADING_ROWS = [0, 1, 2];

/** The id of a line's element; the field points at it. */
export function optionId(listId: string, itemId: string): string {
  return `${listId}-${itemId}`;
}

/** The lines, 32 px each, in a box of one height, so that nothing moves while answers arrive. */
export function PaletteList({ id, groups, typed, chosenId, found, ...on }: PaletteListProps): ReactElement {
  const translate = useTranslations("shell.palette");
  useEffect(() => {
    const chosen = chosenId === null ? null : document.getElementById(optionId(id, chosenId));
    chosen?.scrollIntoView({ block: "nearest" });
  }, [id, chosenId]);
  return (
    <div className="flex h-102 min-h-0 flex-auto flex-col">
      {groups.length > 0 && (
        <div
          id={id}
          role="listbox"
          aria-label={translate("results")}
          className="min-h-0 overflow-y-auto px-2 pt-2 pb-3"
        >
          {groups.map((group) => (
            <div key={group.kind} role="group" aria-labelledby={`${id}-${group.kind}`}>
              <div
                id={`${id}-${group.kind}`}
                role="presentation"
                className="px-2 pt-2 pb-1 text-11 text-ink-2"
              >
                {translate(`kinds.${group.kind}`)}
              </div>
              {group.items.map((item) => (
                <Line
                  key={item.id}
                  id={optionId(id, item.id)}
                  item={item}
                  typed={typed}
                  chosen={item.id === chosenId}
                  {...on}
                />
              ))}
            </div>
          ))}
        </div>
      )}
      {groups.length === 0 && !found.loading && (
        <p className="px-4 pt-4 text-ink-2">{translate("nothing", { text: typed.trim() })}</p>
      )}
      {found.loading &&
        LOADING_ROWS.map((row) => (
          <div key={row} className="flex h-8 flex-none items-center px-4 phone:h-11">
            <Skeleton className="w-3/5" />
          </div>
        ))}
      {found.error !== null && (
        <p className="flex-none px-4 py-3 text-12 text-ink-2">
          <span className="text-error">{translate("notSearched")}</span>{" "}
          {failureFromError(found.error)?.fix ?? translate("notSearchedFix")}
        </p>
      )}
    </div>
  );
}

type LineProps = Pick<PaletteListProps, "typed" | "onPoint" | "onOpen"> & {
  readonly id: string;
  readonly item: PaletteItem;
  readonly chosen: boolean;
};

function Line({ id, item, typed, chosen, onPoint, onOpen }: LineProps): ReactElement {
  return (
    <div
      id={id}
      role="option"
      aria-selected={chosen}
      onPointerMove={() => {
        onPoint(item.id);
      }}
      onClick={() => {
        onOpen(item);
      }}
      className="flex h-8 cursor-pointer items-center gap-3 rounded-sm px-2 aria-selected:bg-accent-soft phone:h-11 pointer-coarse:h-11"
    >
      <Icon icon={item.icon} className="text-ink-2" />
      <span className="min-w-0 flex-1 truncate">
        {labelParts(item.label, typed).map((part, index) =>
          part.strong ? <b key={index}>{part.text}</b> : <span key={index}>{part.text}</span>,
        )}
      </span>
      <span className="flex flex-none items-center gap-1 text-12 text-ink-2">
        {item.at !== null && <Time at={item.at} />}
        {item.keys.map((key, index) => (
          <Kbd key={index} keys={key} />
        ))}
      </span>
    </div>
  );
}

"use client";
import { useEffect, useId, useSyncExternalStore } from "react";

/** One line of the sheet of shortcuts. A name of several keys means each of them; `chord` means one after the other. */
export type KeyLine = {
  readonly name: string;
  readonly keys: readonly string[];
  readonly chord?: boolean;
};
export type KeyGroup = { readonly title: string; readonly lines: readonly KeyLine[] };

const NO_GROUPS: readonly KeyGroup[] = [];
const byComponent = new Map<string, readonly KeyGroup[]>();
const listeners = new Set<() => void>();
let shown: readonly KeyGroup[] = NO_GROUPS;

/** Adds the keys of a page to the sheet of shortcuts while the page is shown. Keep `groups` the same between renderings. */
export function usePageKeys(groups: readonly KeyGroup[]): void {
  const id = useId();
  useEffect(() => {
    byComponent.set(id, groups);
    notify();
    return () => {
      byComponent.delete(id);
      notify();
    };
  }, [id, groups]);
}

/** The keys of the pages and parts that are shown now. */
export function useShownPageKeys(): readonly KeyGroup[] {
  return useSyncExternalStore(
    subscribe,
    () => shown,
    () => NO_GROUPS,
  );
}

/** The groups with the lines that have `text` in their name or are that key; groups without any are left out. */
export function findKeys(groups: readonly KeyGroup[], text: string): readonly KeyGroup[] {
  const wanted = text.trim();
  if (wanted === "") return groups;
  const name = wanted.toLocaleLowerCase();
  const fits = (line: KeyLine): boolean =>
    line.name.toLocaleLowerCase().includes(name) || line.keys.includes(wanted);
  return groups
    .map((group) => ({ ...group, lines: group.lines.filter(fits) }))
    .filter((group) => group.lines.length > 0);
}

function notify(): void {
  shown = [...byComponent.values()].flat();
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

"use client";
import { useState } from "react";
import type { ListItem } from "./list-item.ts";

/** The rows selected for bulk actions. */
export type Selection = {
  readonly ids: ReadonlySet<string>;
  readonly rows: readonly ListItem[];
  readonly toggle: (id: string) => void;
  /** Selects everything between the last toggled row and this one. */
  readonly extendTo: (id: string) => void;
  readonly setAll: (all: boolean) => void;
  readonly clear: () => void;
};

/** Returns the selection. Rows that leave the list leave the selection. */
export function useSelection(shown: readonly ListItem[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [anchor, setAnchor] = useState<string | null>(null);
  const rows = shown.filter((row) => chosen.has(row.id));
  const ids = new Set(rows.map((row) => row.id));
  return {
    ids,
    rows,
    toggle: (id) => {
      const next = new Set(ids);
      if (!next.delete(id)) next.add(id);
      setChosen(next);
      setAnchor(id);
    },
    extendTo: (id) => {
      const from = shown.findIndex((row) => row.id === anchor);
      const to = shown.findIndex((row) => row.id === id);
      const between = shown.slice(Math.min(Math.max(from, 0), to), Math.max(from, to) + 1);
      setChosen(new Set([...ids, ...between.map((row) => row.id)]));
    },
    setAll: (all) => {
      setChosen(new Set(all ? shown.map((row) => row.id) : []));
    },
    clear: () => {
      setChosen(new Set());
    },
  };
}

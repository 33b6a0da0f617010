import type { LucideIcon } from "lucide-react";

/** The kinds of palette items, in display order. */
export const PALETTE_KINDS = ["go", "page", "conversation", "trace", "action", "words"] as const;
export type PaletteKind = (typeof PALETTE_KINDS)[number];

/** One item of the palette. No item deletes or approves anything. */
export type PaletteItem = {
  readonly id: string;
  readonly kind: PaletteKind;
  readonly label: string;
  readonly icon: LucideIcon;
  /** When it was last used or created, in milliseconds since the epoch; null without a time. */
  readonly at: number | null;
  /** The shortcut that runs the item without the palette. */
  readonly keys: readonly string[];
  readonly run: () => void;
};

export type PaletteGroup = { readonly kind: PaletteKind; readonly items: readonly PaletteItem[] };

/** Whether every typed word is in one of the names. */
export function matchesWords(text: string, names: readonly string[]): boolean {
  const haystack = names.join(" ").toLocaleLowerCase();
  return text
    .toLocaleLowerCase()
    .split(/\s+/u)
    .every((word) => haystack.includes(word));
}

/** Groups items by kind in display order, without empty groups. `only` keeps one kind; null keeps all. */
export function groupItems(items: readonly PaletteItem[], only: PaletteKind | null): readonly PaletteGroup[] {
  return PALETTE_KINDS.filter((kind) => only === null || kind === only)
    .map((kind) => ({ kind, items: items.filter((item) => item.kind === kind) }))
    .filter((group) => group.items.length > 0);
}

/** A part of a label. The first match of the typed text is strong. */
export type LabelPart = { readonly text: string; readonly strong: boolean };

export function labelParts(label: string, typed: string): readonly LabelPart[] {
  const query = typed.trim().toLocaleLowerCase();
  const lower = label.toLocaleLowerCase();
  // A few letters change their length with their case, so offsets would not match.
  const start = query === "" || lower.length !== label.length ? -1 : lower.indexOf(query);
  if (start === -1) return [{ text: label, strong: false }];
  const end = start + query.length;
  return [
    { text: label.slice(0, start), strong: false },
    { text: label.slice(start, end), strong: true },
    { text: label.slice(end), strong: false },
  ].filter((part) => part.text !== "");
}

/** Returns the index that a key moves to among `count` items: arrow keys wrap around, Page keys move by ten. Null for other keys. */
export function nextIndex(key: string, index: number, count: number): number | null {
  if (count === 0) return null;
  const last = count - 1;
  switch (key) {
    case "ArrowDown":
      return index >= last ? 0 : index + 1;
    case "ArrowUp":
      return index <= 0 ? last : index - 1;
    case "PageDown":
      return Math.min(last, index + PAGE);
    case "PageUp":
      return Math.max(0, index - PAGE);
    default:
      return null;
  }
}

const PAGE = 10;

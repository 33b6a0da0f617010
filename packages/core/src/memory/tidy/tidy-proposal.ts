import type { MemoryEntry, MemoryFields } from "../../ports/memory-store.ts";

/** Why entries should be tidied up. */
export type TidyKind =
  | "duplicate"
  | "conflict"
  | "relative_date"
  | "past_date"
  | "never_recalled"
  | "superseded";

/** One change of an entry that a person may accept. `retire`: it is kept but never found. */
export type TidyChange =
  | { readonly kind: "edit"; readonly id: string; readonly version: number; readonly fields: MemoryFields }
  | { readonly kind: "supersede"; readonly id: string; readonly by: string }
  | { readonly kind: "retire"; readonly id: string }
  | { readonly kind: "remove"; readonly id: string };

/** Changes that belong together, for a person to accept or dismiss. */
export type TidyProposal = {
  /** The same as long as its entries are. */
  readonly key: string;
  readonly kind: TidyKind;
  /** The entries that it is about, oldest first. */
  readonly entries: readonly MemoryEntry[];
  /** Empty if only a person can say what the entry should be. */
  readonly changes: readonly TidyChange[];
  /** The reason in the text: a date, or the share of words in common from 0 to 1; null if there is nothing to show. */
  readonly found: string | number | null;
};

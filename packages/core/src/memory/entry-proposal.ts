import type { MemoryType } from "../ports/memory-store.ts";

/** The types of entries, in the order of lists. */
export const MEMORY_TYPES = [
  "user",
  "feedback",
  "project",
  "reference",
] as const satisfies readonly MemoryType[];

/** An entry that someone wants to save, of any shape: models write them. */
export type EntryProposal = Readonly<Record<string, unknown>>;

/** Why an entry is not saved. `found` is the part of it that is the reason; `instead` is what may stand in its place, null if that is unclear. */
export type GateProblem = {
  readonly gate:
    | "schema"
    | "structure"
    | "findable"
    | "relative-date"
    | "secret"
    | "injection"
    | "subject"
    | "moment";
  readonly found: string;
  readonly instead: string | null;
};

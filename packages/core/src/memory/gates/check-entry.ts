import type { MemoryFields } from "../../ports/memory-store.ts";
import type { EntryProposal, GateProblem } from "../entry-proposal.ts";
import { findInjections } from "./find-injections.ts";
import { findLookups } from "./find-lookups.ts";
import { findMoments } from "./find-moments.ts";
import { findRelativeDates } from "./find-relative-dates.ts";
import { findSecrets } from "./find-secrets.ts";
import { findOtherSubjects } from "./find-other-subjects.ts";
import { findMissingParts } from "./find-structure.ts";
import { readProposal } from "./read-proposal.ts";

/** The outcome for a proposal: its fields if it may be saved, otherwise all reasons why not. */
export type CheckedEntry =
  | { readonly accepted: true; readonly entry: MemoryFields }
  | { readonly accepted: false; readonly problems: readonly GateProblem[] };

/**
 * Decides whether an entry may be saved. Dates must be absolute where they state affairs that pass. `savedAt` is the time of saving in
 * milliseconds. An entry about the person must not be about someone else: `about` helps to tell them apart.
 */
export function checkEntry(
  proposal: EntryProposal,
  savedAt: number,
  about: { readonly personNames: readonly string[]; readonly quote: string } = { personNames: [], quote: "" },
): CheckedEntry {
  const read = readProposal(proposal);
  if ("problems" in read) return { accepted: false, problems: read.problems };
  const { entry } = read;
  const text = [entry.name, entry.description, ...entry.keywords, entry.content].join("\n");
  const problems = [
    ...findSecrets(text),
    ...findInjections(text),
    ...findLookups(text),
    ...findMissingParts(entry),
    ...findOtherSubjects(entry, about),
    ...findMoments(entry),
    ...(entry.type === "project" ? findRelativeDates(text, savedAt) : []),
  ];
  return problems.length === 0 ? { accepted: true, entry } : { accepted: false, problems };
}

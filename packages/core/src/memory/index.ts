export { chooseMemories, type MemoryCandidate } from "./choose-memories.ts";
export { checkShown } from "./check-shown.ts";
export { conflict, notFoundEntry } from "./entry-errors.ts";
export { sameFields, withFields } from "./entry-fields.ts";
export { MEMORY_TYPES } from "./entry-proposal.ts";
export { MEMORY_CHARACTERS, RECALL_CHOICE } from "./tunables.ts";
export { nameKey } from "./find-same-entry.ts";
export { checkEntry } from "./gates/check-entry.ts";
export { createEmbeddedFinder } from "./embedded-finder.ts";
export { createMemoryFinder, type MemoryFinder } from "./memory-finder.ts";
export { searchTerms } from "./memory-index.ts";
export { indexLines } from "./index-lines.ts";
export { createPendingRecall } from "./pending-recall.ts";
export {
  offeredMemories,
  RECALL_CHOICE_SYSTEM,
  readRecallChoice,
  recallQuestion,
  withChoice,
} from "./recall-choice.ts";
export { searchForTurn } from "./recall-entries.ts";
export { type AlikeEntry, compareHeld } from "./tidy/compare-held.ts";
export { applyTidying } from "./tidy/apply-tidying.ts";
export { dismissalKeys, proposeTidying } from "./tidy/propose-tidying.ts";
export type { TidyProposal } from "./tidy/tidy-proposal.ts";
export { isUndecided } from "./is-undecided.ts";
export { isUsed } from "./is-used.ts";
export { wordsByTerm } from "./words-by-term.ts";

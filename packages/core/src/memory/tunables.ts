// The numbers of memory; those of search are in the tunables of the package.

/** A document with less evidence counts as no answer. Set so that irrelevant messages rarely find anything; docs/benchmarks.md shows both sides. */
export const RECALL_CONFIDENCE = 0.33;
/** How the words of an entry are weighed against those that a run has seen. Shares of the entry's own words. */
export const SOURCE_TUNING = {
  /** Words that only an untrusted text has: fewer are accidents of language. */
  minBorrowedTerms: 2,
  borrowedShare: 0.25,
  /** Words that the person said: with a quote of theirs, and without one. A summary in other words shares about half of them. */
  quotedShare: 0.2,
  saidShare: 0.5,
  /** Words that only a recalled entry or an instruction has. */
  restatedShare: 0.6,
} as const;
/**
 * The size of the index in the context. A line has about 100 tokens at most. `windowShare`: of the
 * smallest window, so that it does not crowd out the work of small models.
 */
export const MEMORY_INDEX = {
  maxLines: 200,
  maxBytes: 25_600,
  maxDescription: 200,
  maxKeywords: 120,
  windowShare: 0.05,
} as const;
/** When entries are proposed for tidying. */
export const TIDY = {
  /** Words that two contents share: from here on they are about the same, and from here on they say the same. */
  similarShare: 0.6,
  duplicateShare: 0.75,
  /** An entry is compared with those that have some of its rarest words; of a frequent word with the newest. */
  rarestWords: 5,
  comparedPerWord: 50,
  /** A season without a use. */
  unusedDays: 90,
  supersededDays: 30,
  /** A date is over for this long before its entry is questioned. */
  pastDays: 1,
} as const;
/** When a line of a summary repeats a deleted entry: enough shared words, and most of the line's or of the entry's. Rather a line too many than a deleted entry that lives on. */
export const STRUCK_LINE = { minTerms: 2, ofLine: 0.5, ofEntry: 0.5 } as const;
/** Entries whose words agree this much say the same. */
export const SAME_ENTRY_SHARE = 0.8;
/** Entries put in the context of a turn. More crowd out each other and the question. */
export const MAX_RECALLED = 5;
/** Candidates that are recorded with a recall, best first. */
export const MAX_RECALL_CANDIDATES = 10;
/**
 * The choice of a light model. `candidates`: the best of the ranking, named to it in some 1,500 tokens; `timeMs`: after that the ranking alone has decided;
 * `answerTokens`: reserved for some numbers; `answerCharacters`: a longer answer is none.
 */
export const RECALL_CHOICE = {
  candidates: 30,
  taskCharacters: 2_000,
  timeMs: 10_000,
  answerTokens: 200,
  answerCharacters: 4_000,
} as const;
/** Days after which an entry is marked as old: people, prices and plans change within a season. */
export const OLD_MEMORY_DAYS = 90;
/** Maximum characters of each field of an entry: a page at most, because it is read with others in the middle of work. */
export const MEMORY_CHARACTERS = {
  name: 120,
  description: 300,
  keyword: 60,
  project: 60,
  content: 4_000,
  quote: 500,
} as const;
/** Maximum keywords of an entry. */
export const MAX_MEMORY_KEYWORDS = 20;
/** People whose entries a process keeps indexed, about 6 kB per entry. */
export const MAX_MEMORY_INDEXES = 50;
/** Entries of one person that a process indexes, about 300 MB; beyond, the database searches. */
export const MAX_INDEXED_MEMORIES = 50_000;
/**
 * How the database searches. `candidates`: entries of which the best are ranked in the process; `scored`: entries that the terms of a query may find together, which
 * decides how long a search takes; `terms`, `pairs`: of a query, those that tell entries apart best. `recount`: the share of entries that may
 * change before terms are counted again.
 */
export const LARGE_MEMORY = {
  candidates: 30,
  scored: 600,
  terms: 20,
  pairs: 6,
  recount: 0.1,
} as const;
/**
 * Search by meaning. `candidates`: of each ranking, joined by places; `rankConstant` flattens them, as in the paper on reciprocal rank fusion. `queryMs`: an
 * endpoint that needs longer is left out of a search. `batch`: entries that get their vectors in one request.
 */
export const EMBEDDING = {
  candidates: 30,
  rankConstant: 60,
  queryMs: 1_500,
  batchMs: 30_000,
  batch: 64,
  maxCharacters: 6_000,
} as const;
/** An answer uses an entry if it has this share of the words that the entry adds to the question. Low, because pairs of Chinese characters rarely repeat across words. */
export const USED_ENTRY_SHARE = 0.15;

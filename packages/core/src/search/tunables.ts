// The numbers of search.

/** How the ranked search counts, tuned on half of the questions of recorded conversations and measured on the other (docs/benchmarks.md). */
export const SEARCH_TUNING = {
  /** Saturation of BM25F. Low, because entries and turns are short: a second mention of a word says little. */
  saturation: 0.6,
  /** In the order name, keywords, description, content. A name is chosen to be found; a content mentions things in passing. */
  fields: [
    { weight: 2.5, lengthDiscount: 0.3 },
    { weight: 2.5, lengthDiscount: 0.3 },
    { weight: 2, lengthDiscount: 0.4 },
    { weight: 1, lengthDiscount: 0.4 },
  ],
  /** Share of an unknown word that its likely spellings count together. */
  misspelled: 0.6,
  /** Share of another word of the same concept, in the same language and in the other. */
  related: 0.2,
  translated: 0.5,
  /** Added per pair of neighboring query words that a document has as neighbors too, times their rarity. */
  phrase: 0.4,
  /** Factor for documents that cover the whole query. */
  coverage: 0.2,
  /** The shares of its neighbors' scores that a turn of a thread gets: of the previous one, more if that is a question, and of the next. */
  neighbors: { previous: 0.4, question: 0.4, next: 0.4, beforePrevious: 0.2, afterNext: 0.1 },
  /** The share of the best score that the turns of the best thread get; those of others get less. */
  thread: { share: 0.45, saturation: 1.2, lengthDiscount: 0.9 },
  /** Factors for the author that the query names, a form that it asks for, a day and a month that it names. */
  author: 0.2,
  answerKind: 0.2,
  day: 3,
  month: 1,
  /** Shares of the best score that turns said at a day or in a month of the query have even without its words. */
  saidOnDay: 0.2,
  saidInMonth: 0.1,
  /** How much a turn falls per better one of its thread, where several answers are asked for. */
  spread: 0.2,
  /** Factor of an entry that a newer one supersedes. */
  superseded: 0.3,
} as const;
/** The feedback of the best documents: how many teach how many words, the share of the best score, and how many of the words get all of it. */
export const FEEDBACK_TUNING = { teachers: 8, terms: 12, share: 0.2, enough: 3, documents: 50 } as const;
/** Days after a date within which people still talk about it: "yesterday", "last weekend". */
export const DATE_REACH_DAYS = 3;
/** Best documents that are spread over their threads. */
export const MAX_SPREAD_DOCUMENTS = 30;
/** Documents checked for phrases, best first: the check reads their terms in order. */
export const MAX_PHRASE_DOCUMENTS = 60;
/** Terms of a query that count, rarest first. A pasted page has thousands. */
export const MAX_QUERY_TERMS = 96;
/** Characters of a query that are read. Later ones add nothing but time. */
export const MAX_QUERY_CHARACTERS = 4_000;
/** The weights of evidence that a document answers a query. */
export const EVIDENCE_TUNING = {
  /** Factor of words that people use about anything. */
  generalWord: 0.25,
  /** Points that are half a certainty: one rare word in a prominent place. */
  half: 4,
  /** The worth of evidence that covers nothing else of the query. */
  uncovered: 0.5,
  /** Terms with a smaller share of the query are parts of words. */
  leastShare: 0.5,
} as const;
/** Documents whose neighbors, phrases and dates are looked at, best words first. */
export const MAX_CANDIDATES = 200;
/** A term in more than this share of the documents, and in more than this number, only adds to what rarer terms found. */
export const COMMON_TERM_SHARE = 0.03;
export const MIN_COMMON_TERM_DOCUMENTS = 300;

/** A text that can be found: an entry with names and keywords, or a turn of a conversation, which has only content. */
export type SearchDocument = {
  readonly id: string;
  readonly name: string;
  readonly keywords: readonly string[];
  readonly description: string;
  readonly content: string;
  /** The person who said it, if documents differ in it. */
  readonly author: string | null;
  /** When it was said, in milliseconds since 1970; null if unknown. */
  readonly savedAt: number | null;
  /** The conversation that it belongs to, and its place there. Documents without one have no neighbors. */
  readonly thread: string | null;
  readonly position: number;
  /** The id of the document that replaced it. */
  readonly supersededBy: string | null;
};

/** Why a document was found. All numbers are points of its score, except `factor`, which multiplied the sum of the others besides `feedback`. */
export type SearchHit = {
  readonly id: string;
  readonly score: number;
  /** How surely the document answers the query by its own words, 0 to 1. Comparable between queries and indexes, unlike `score`. */
  readonly confidence: number;
  readonly words: readonly { readonly term: string; readonly points: number }[];
  readonly together: number;
  readonly neighbors: number;
  readonly thread: number;
  /** For a day or month of the query at which it was said. */
  readonly date: number;
  readonly factor: number;
  /** For words that the best turns share; added after the factor. */
  readonly feedback: number;
  readonly isSuperseded: boolean;
};

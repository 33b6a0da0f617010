import type { SearchDocument } from "../../packages/core/src/search/search-document.ts";

/** A question with the ids of the documents that answer it. `forbidden` must not come first. */
export type Question = {
  readonly query: string;
  readonly gold: readonly string[];
  readonly category: string;
  readonly forbidden: readonly string[];
};

/** Documents that are searched together, and the questions about them. */
export type Collection = {
  readonly name: string;
  readonly documents: readonly SearchDocument[];
  readonly questions: readonly Question[];
};

/** A passage without a name, keywords, author or thread. */
export function passage(id: string, content: string): SearchDocument {
  const nothing = { author: null, savedAt: null, thread: null, position: 0, supersededBy: null };
  return { id, name: "", keywords: [], description: "", content, ...nothing };
}

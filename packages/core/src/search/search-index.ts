import { FEEDBACK_TUNING, SEARCH_TUNING } from "./tunables.ts";
import { analyzeText } from "./analyze-text.ts";
import { type AnswerKind, askedKinds, heldKinds } from "./answer-kinds.ts";
import { asksForSeveral } from "./asks-for-several.ts";
import { dateFactor, type DocumentDates } from "./date-factor.ts";
import { addDatePoints } from "./date-points.ts";
import { expandQuery, type ExpandedQuery } from "./expand-query.ts";
import { feedbackPoints } from "./feedback-points.ts";
import { judgeEvidence } from "./judge-evidence.ts";
import { type Collection, createPostingIndex, type PostingIndex } from "./posting-index.ts";
import { type DocumentPoints, type Ranking, rankDocuments } from "./rank-documents.ts";
import { readDates } from "./read-dates.ts";
import type { SearchDocument, SearchHit } from "./search-document.ts";
import { spreadOverThreads } from "./spread-over-threads.ts";
import { createSimilarTerms, type SimilarTerms } from "./similar-terms.ts";
import { joinThread, leaveThread, type Thread } from "./thread-scores.ts";

/** Finds documents by words, in memory. A change is visible to the next search. */
export type SearchIndex = {
  /** Adds a document, in place of the one with the same id. */
  add(document: SearchDocument): void;
  remove(id: string): void;
  /** Returns the documents for a query, best first. One without any word of the query is found only through its neighbors and its date. */
  search(query: string, limit: number): readonly SearchHit[];
  /** Returns the threads for a query, best first. */
  searchThreads(query: string, limit: number): readonly string[];
  readonly size: number;
};

type Indexed = {
  readonly id: string;
  readonly slot: number;
  readonly author: string | null;
  readonly thread: Thread | null;
  readonly supersededBy: string | null;
  readonly fields: readonly (readonly string[])[];
  /** The terms of all fields, with an empty one between them. */
  readonly terms: readonly string[];
  readonly kinds: ReadonlySet<AnswerKind>;
  readonly dates: DocumentDates;
};

/** A collection that the documents of an index were chosen from. `has`: whether a term occurs in it. `similar`: the words that misspelled ones may stand for. */
type SearchedCollection = Collection & { has(term: string): boolean; readonly similar: SimilarTerms };

/** Creates an empty index. `collection`: what its documents were chosen from. Default: they are all there are. */
export function createSearchIndex(collection: SearchedCollection | null = null): SearchIndex {
  const postings = createPostingIndex(SEARCH_TUNING.fields, SEARCH_TUNING.saturation, collection);
  const similar = collection?.similar ?? createSimilarTerms();
  const slots: (Indexed | null)[] = [];
  const byId = new Map<string, Indexed>();
  const threads = new Map<string, Thread>();
  const authors = new Map<string, number>();
  const documents = {
    postings,
    threads,
    get slots() {
      return slots.length;
    },
    threadOf: (slot: number) => slots[slot]?.thread ?? null,
    termsOf: (slot: number) => slots[slot]?.terms ?? [],
  };

  const remove = (id: string): void => {
    const document = byId.get(id);
    if (document === undefined) return;
    const { slot, author, thread, fields, terms } = document;
    byId.delete(id);
    slots[slot] = null;
    postings.remove(slot, fields);
    if (author !== null) countAuthor(authors, author, -1);
    if (thread !== null) leaveThread(threads, thread, { slot, terms: terms.length });
  };

  const rank = (query: string): Search => {
    const names = [...authors.keys()].filter((author) => namesAuthor(query, author));
    const has = (term: string): boolean => postings.has(term) || (collection?.has(term) ?? false);
    const expanded = expandQuery(query, { has, similar }, names);
    const ranking = rankDocuments(expanded, documents);
    return { query, names, expanded, ranking, postings, documentAt: (slot) => slots[slot] ?? null, byId };
  };

  return {
    add(document) {
      remove(document.id);
      const { id, name, keywords, description, content, author, position } = document;
      const slot = slots.length;
      const fields = [name, keywords.join("\n"), description, content].map(analyzeText);
      const text = [name, description, content].join("\n");
      const terms = fields.flatMap((field) => [...field, ""]);
      const member = { slot, position, isQuestion: /[?？]/u.test(content) };
      const indexed: Indexed = {
        ...{ id, slot, author, supersededBy: document.supersededBy, fields, terms },
        thread:
          document.thread === null
            ? null
            : joinThread(threads, document.thread, { member, terms: terms.length }),
        kinds: heldKinds(text),
        dates: { named: readDates(text), savedAt: document.savedAt },
      };
      slots.push(indexed);
      byId.set(id, indexed);
      postings.add(slot, fields);
      if (collection === null) for (const term of terms) similar.add(term);
      if (author !== null) countAuthor(authors, author, 1);
    },
    remove,
    search(query, limit) {
      // Most people have no memory, and reading a query takes longer than the rest of their search.
      if (byId.size === 0) return [];
      const search = rank(query);
      return spread(search, withFeedback(search, scoreDocuments(search)))
        .slice(0, limit)
        .map((scored) => toHit(search, scored));
    },
    searchThreads(query, limit) {
      if (byId.size === 0) return [];
      const search = rank(query);
      return rankThreads(search.ranking, scoreDocuments(search))
        .slice(0, limit)
        .map(({ id }) => id);
    },
    get size() {
      return byId.size;
    },
  };
}

/** One search: what is asked, and what was found by words. */
type Search = {
  readonly query: string;
  /** The authors that the query names. */
  readonly names: readonly string[];
  readonly expanded: ExpandedQuery;
  readonly ranking: Ranking;
  readonly postings: PostingIndex;
  readonly byId: ReadonlyMap<string, Indexed>;
  documentAt(this: void, slot: number): Indexed | null;
};

type Scored = {
  readonly document: Indexed;
  readonly points: DocumentPoints;
  readonly factor: number;
  readonly score: number;
  /** The points for words that the best documents share. */
  readonly feedback: number;
  /** The document that this one replaced, whose place it takes. */
  readonly replaced: Indexed | null;
};

/** Scores the documents that were found, best first. Replaced documents fall behind; their successors take their places. */
function scoreDocuments(search: Search): readonly Scored[] {
  const asked = { kinds: askedKinds(search.query), dates: readDates(search.query) };
  const scored = new Map<Indexed, Scored>();
  const keep = (entry: Scored): void => {
    const before = scored.get(entry.document);
    if (before === undefined || before.score < entry.score) scored.set(entry.document, entry);
  };
  const found = addDatePoints(search.ranking.points, asked.dates, search.byId.values());
  for (const [slot, points] of found) {
    const document = search.documentAt(slot);
    if (document === null) continue;
    const factor = 1 + boosts(document, search, asked);
    const score = sum(points) * factor;
    if (score <= 0) continue;
    const isReplaced = document.supersededBy !== null;
    keep({
      document,
      points,
      factor,
      feedback: 0,
      score: isReplaced ? score * SEARCH_TUNING.superseded : score,
      replaced: null,
    });
    const successor = search.byId.get(document.supersededBy ?? "");
    if (successor !== undefined)
      keep({ document: successor, points, factor, score, feedback: 0, replaced: document });
  }
  return [...scored.values()].sort(
    (left, right) => right.score - left.score || left.document.slot - right.document.slot,
  );
}

/** Turns of conversations also count for words that the best of them share. Entries don't: they are found by names and keywords. */
function withFeedback(search: Search, scored: readonly Scored[]): readonly Scored[] {
  if (scored[0] === undefined || scored[0].document.thread === null) return scored;
  const found = scored.slice(0, FEEDBACK_TUNING.documents);
  const points = feedbackPoints(
    found.map(({ score, document }) => ({ score, terms: document.terms })),
    { ...search.postings, own: new Set(search.expanded.shares.keys()) },
  );
  const again = found.map((entry, index): Scored => {
    const feedback = points[index] ?? 0;
    return { ...entry, feedback, score: entry.score + feedback };
  });
  return [...again.sort((left, right) => right.score - left.score), ...scored.slice(found.length)];
}

function sum({ words, together, neighbors, thread, date }: DocumentPoints): number {
  return words + together + neighbors + thread + date;
}

function spread(search: Search, scored: readonly Scored[]): readonly Scored[] {
  return asksForSeveral(search.query) ? spreadOverThreads(scored, ({ document }) => document.thread) : scored;
}

function toHit({ expanded, ranking, postings }: Search, scored: Scored): SearchHit {
  const { document, points, factor, score, feedback, replaced } = scored;
  const terms = ranking.matches
    .map((match) => [match, postings.pointsOf(match, (replaced ?? document).slot)] as const)
    .filter(([, value]) => value > 0)
    .sort(([, left], [, right]) => right - left);
  return {
    id: document.id,
    score,
    confidence: judgeEvidence(expanded, terms, postings.rarityOf),
    words: terms.map(([{ term }, value]) => ({ term, points: value })),
    ...{ together: points.together, neighbors: points.neighbors, thread: points.thread },
    ...{ date: points.date, factor, feedback },
    isSuperseded: document.supersededBy !== null,
  };
}

function boosts(
  { author, kinds, dates }: Indexed,
  { names }: Search,
  asked: { readonly kinds: ReadonlySet<AnswerKind>; readonly dates: ReturnType<typeof readDates> },
): number {
  if (names.length === 0 && asked.kinds.size === 0 && asked.dates.length === 0) return 0;
  // A query that names both speakers asks about neither in particular.
  const isAuthor = names.length === 1 && author !== null && names.includes(author);
  const held = [...asked.kinds].filter((kind) => kinds.has(kind)).length;
  return (
    (isAuthor ? SEARCH_TUNING.author : 0) + held * SEARCH_TUNING.answerKind + dateFactor(asked.dates, dates)
  );
}

/** Weighs how a thread matches as a whole against its best three documents. */
function rankThreads(ranking: Ranking, scored: readonly Scored[]): readonly Thread[] {
  const best = new Map<Thread, number[]>();
  for (const { document, score } of scored) {
    const { thread } = document;
    if (thread === null) continue;
    const scores = best.get(thread) ?? [];
    if (scores.length < 3) best.set(thread, [...scores, score]);
  }
  const most = Math.max(Number.EPSILON, scored[0]?.score ?? 0);
  const total = (thread: Thread, share: number): number =>
    share + (best.get(thread) ?? []).reduce((sum, score, index) => sum + score / (index + 1), 0) / most;
  return [...ranking.threads]
    .map(([thread, share]) => [thread, total(thread, share)] as const)
    .sort(([, left], [, right]) => right - left)
    .map(([thread]) => thread);
}

/** True if the query contains the author's name, or its first word, as a word of its own. */
function namesAuthor(query: string, author: string): boolean {
  const words = query.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return words.includes(author.toLowerCase()) || words.includes(author.toLowerCase().split(" ")[0] ?? "");
}

function countAuthor(authors: Map<string, number>, author: string, change: number): void {
  const count = (authors.get(author) ?? 0) + change;
  if (count > 0) authors.set(author, count);
  else authors.delete(author);
}

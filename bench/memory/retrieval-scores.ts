import type { Collection, Question } from "./question.ts";
import type { Ranker } from "./rankers.ts";

/** A mean over questions in percent, with the half width of its 95 % interval and the number of questions. */
export type Mean = { readonly value: number; readonly plusMinus: number; readonly count: number };

/** A question with the ids that a ranker returned for it. */
export type Answered = { readonly question: Question; readonly ids: readonly string[] };

/** Asks all questions of all collections. */
export function answerAll(
  collections: readonly Collection[],
  createRanker: (documents: Collection["documents"]) => Ranker,
): readonly Answered[] {
  return collections.flatMap(({ documents, questions }) => {
    const rank = createRanker(documents);
    return questions.map((question) => ({ question, ids: rank(question.query) }));
  });
}

/** The share of the documents that answer a question among the first `depth`. */
export function recall(depth: number): (answered: Answered) => number {
  return ({ question: { gold }, ids }) => {
    const first = new Set(ids.slice(0, depth));
    return gold.filter((id) => first.has(id)).length / gold.length;
  };
}

/** 1 if the first document answers the question. */
export function isFirst({ question, ids: [first] }: Answered): number {
  return first !== undefined && question.gold.includes(first) ? 1 : 0;
}

/** 1 if a document comes first that must not. */
export function isForbidden({ question, ids: [first] }: Answered): number {
  return first !== undefined && question.forbidden.includes(first) ? 1 : 0;
}

/** The reciprocal of the rank of the first document that answers the question; 0 without one. */
export function reciprocalRank({ question, ids }: Answered): number {
  const index = ids.findIndex((id) => question.gold.includes(id));
  return index === -1 ? 0 : 1 / (index + 1);
}

/** Averages a score over questions. */
export function meanOf<Value>(values: readonly Value[], score: (value: Value) => number): Mean {
  const scores = values.map(score);
  const count = scores.length;
  const mean = scores.reduce((sum, value) => sum + value, 0) / Math.max(1, count);
  const variance = scores.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, count);
  // The half width of Wilson's interval, which is not zero where every question has the same score.
  const spread = variance / Math.max(1, count) + (Z / (2 * Math.max(1, count))) ** 2;
  const plusMinus = (Z * Math.sqrt(spread)) / (1 + Z ** 2 / Math.max(1, count));
  return { value: 100 * mean, plusMinus: 100 * plusMinus, count };
}

/** 95 % of a normal distribution are within this many standard deviations. */
const Z = 1.96;

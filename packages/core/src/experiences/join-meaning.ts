import type { Experience } from "../ports/experience-store.ts";
import type { RelevantExperience } from "./rank-experiences.ts";

/** How alike the condition of an experience and a task are, by the id of the experience: the cosine of their vectors. */
export type ExperienceMeaning = ReadonlyMap<string, number>;

/**
 * Joins experiences that fit a task by words with those that fit it by meaning. Both values are shares of the best of their kind, because scores and
 * cosines cannot be compared; relevance is their mean. `sureFrom`: the cosine from which an experience fits even if it shares no words; null: only
 * words decide, vectors order. Without vectors the relevance of words is unchanged.
 */
export function joinMeaning(
  byWords: readonly RelevantExperience[],
  meaning: ExperienceMeaning,
  { approved, sureFrom }: { readonly approved: readonly Experience[]; readonly sureFrom: number | null },
): readonly RelevantExperience[] {
  if (meaning.size === 0) return byWords;
  const scores = new Map(byWords.map(({ experience, relevance }) => [experience.id, relevance]));
  const bestScore = Math.max(0, ...scores.values());
  const bestCosine = Math.max(0, ...meaning.values());
  return approved.flatMap((experience) => {
    const score = scores.get(experience.id) ?? 0;
    const cosine = Math.max(0, meaning.get(experience.id) ?? 0);
    const isSure = sureFrom !== null && cosine >= sureFrom;
    if (score === 0 && !isSure) return [];
    return [{ experience, relevance: (share(score, bestScore) + share(cosine, bestCosine)) / 2 }];
  });
}

function share(value: number, best: number): number {
  return best === 0 ? 0 : value / best;
}

import type { Experience } from "../ports/experience-store.ts";
import { createSearchIndex } from "../search/search-index.ts";
import { standingOf } from "./standing.ts";
import { CONDITION_CONFIDENCE, MAX_INJECTED, TRIAL_PLACES } from "./tunables.ts";
import { wilsonInterval } from "./wilson.ts";

/** An experience whose condition fits a task. `relevance`: how well, above 0. */
export type RelevantExperience = { readonly experience: Experience; readonly relevance: number };

/** Returns the approved experiences whose conditions fit a task, without an order. */
export function findRelevant(
  experiences: readonly Experience[],
  task: string,
): readonly RelevantExperience[] {
  const approved = experiences.filter(({ state }) => state === "approved");
  if (approved.length === 0) return [];
  const index = createSearchIndex();
  for (const { id, condition, rule } of approved)
    index.add({
      ...{ id, name: condition, keywords: [], description: "", content: rule },
      ...{ author: null, savedAt: null, thread: null, position: 0, supersededBy: null },
    });
  const byId = new Map(approved.map((experience) => [experience.id, experience]));
  return index.search(task, approved.length).flatMap(({ id, score, confidence }) => {
    const experience = byId.get(id);
    return experience === undefined || confidence < CONDITION_CONFIDENCE
      ? []
      : [{ experience, relevance: score }];
  });
}

/**
 * Chooses the experiences for the context of a run, best first: proven ones by relevance × lower bound, so that one lucky success never outranks nine
 * of ten. At most `TRIAL_PLACES` of the `MAX_INJECTED` places go to those still being tried, by relevance × upper bound, which is higher for fewer
 * trials.
 */
export function chooseExperiences(relevant: readonly RelevantExperience[]): readonly Experience[] {
  const by = (bound: "low" | "high") => {
    const worth = ({ experience, relevance }: RelevantExperience): number =>
      relevance * wilsonInterval(experience.worked, experience.trials)[bound];
    return (left: RelevantExperience, right: RelevantExperience): number => worth(right) - worth(left);
  };
  const standing = (wanted: ReturnType<typeof standingOf>): RelevantExperience[] =>
    relevant.filter(({ experience }) => standingOf(experience) === wanted);
  const trying = standing("trying").sort(by("high")).slice(0, TRIAL_PLACES);
  const proven = standing("proven")
    .sort(by("low"))
    .slice(0, MAX_INJECTED - trying.length);
  return [...proven, ...trying].map(({ experience }) => experience);
}

import type { RouterOutputs } from "../../lib/trpc.tsx";

export type ListedExperience = RouterOutputs["experiences"]["list"]["items"][number];

/** Parts of the list. `past` ones were retired or rejected. */
export const EXPERIENCE_PARTS = ["all", "used", "candidates", "past"] as const;
export type ExperiencePart = (typeof EXPERIENCE_PARTS)[number];

/** The choice of the list. */
export type ExperienceFilter = {
  readonly query: string;
  readonly part: ExperiencePart;
  readonly audience: ListedExperience["audience"] | null;
};

export const ALL_EXPERIENCES: ExperienceFilter = { query: "", part: "all", audience: null };

/** Returns the experiences that a filter shows: those with all words of the query. */
export function filterExperiences(
  items: readonly ListedExperience[],
  { query, part, audience }: ExperienceFilter,
): readonly ListedExperience[] {
  const words = query
    .toLowerCase()
    .split(/\s+/u)
    .filter((word) => word !== "");
  return items.filter((item) => {
    const text = `${item.condition}\n${item.rule}\n${item.agent ?? ""}`.toLowerCase();
    return (
      isInPart(item, part) &&
      (audience === null || item.audience === audience) &&
      words.every((word) => text.includes(word))
    );
  });
}

/** Returns the number of experiences in a part. */
export function countPart(items: readonly ListedExperience[], part: ExperiencePart): number {
  return items.filter((item) => isInPart(item, part)).length;
}

function isInPart({ state }: ListedExperience, part: ExperiencePart): boolean {
  switch (part) {
    case "all":
      return true;
    case "used":
      return state === "approved";
    case "candidates":
      return state === "candidate";
    case "past":
      return state === "retired" || state === "rejected";
  }
}

import type { ExperienceFields } from "../ports/experience-store.ts";

/** Returns a key that is equal for texts that say the same: case, spaces and punctuation at the end do not count. */
export function experienceKey({ condition, rule }: Pick<ExperienceFields, "condition" | "rule">): string {
  return [condition, rule].map(normalize).join("\n");
}

function normalize(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .trim()
    .replace(/[\p{P}\s]+$/u, "");
}

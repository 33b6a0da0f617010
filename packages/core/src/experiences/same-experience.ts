import type { ExperienceFields } from "../ports/experience-store.ts";

/** Returns a key that is equal for equivalent texts, ignoring case, spaces and final punctuation. */
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

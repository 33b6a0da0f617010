import { cutText } from "../foreign-text.ts";
import type { Skill } from "../ports/run-skills.ts";
import { skillsPrompt } from "../prompts/generated/skills.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { SKILL_LISTING } from "./tunables.ts";

/** Returns the line of a skill in a list. */
export function skillLine({ name, description }: Pick<Skill, "name" | "description">): string {
  const text = cutText(description.replace(/\s+/gu, " "), SKILL_LISTING.description);
  return fillPrompt(skillsPrompt.listed, { name, description: escapeTags(text) });
}

/** Returns the core skills whole and, with `isListed`, the others as a list, for the system message. Empty if there is nothing to say. */
export function describeSkills(
  skills: readonly Skill[],
  { isListed }: { readonly isListed: boolean },
): string {
  const core = skills.filter(({ isCore }) => isCore);
  const others = isListed ? skills.filter(({ isCore }) => !isCore) : [];
  return [
    ...core.map(({ name, body }) => fillPrompt(skillsPrompt.core, { name, body })),
    ...(others.length === 0
      ? []
      : [fillPrompt(skillsPrompt.listing, { skills: fit(others.map(skillLine)) })]),
  ].join("\n\n");
}

/** Keeps the lines that fit, and says how many are left out. */
function fit(lines: readonly string[]): string {
  let used = 0;
  const kept = lines.filter((line) => (used += line.length + 1) <= SKILL_LISTING.characters);
  const left = lines.length - kept.length;
  return [...kept, ...(left === 0 ? [] : [fillPrompt(skillsPrompt.more, { count: String(left) })])].join(
    "\n",
  );
}

/** A description must not close the list and continue as instructions. */
function escapeTags(text: string): string {
  return text.replaceAll("<", "&lt;");
}

import type { Skill, SkillLayer } from "../ports/run-skills.ts";

/** The layers, weakest first. */
const SKILL_LAYERS: readonly SkillLayer[] = ["built_in", "workspace", "project"];

/** Returns the skills in effect in the order of their names: of equal names the one of the strongest layer. */
export function mergeLayers<T extends Pick<Skill, "name" | "layer">>(skills: readonly T[]): readonly T[] {
  const inEffect = new Map<string, T>();
  for (const layer of SKILL_LAYERS)
    for (const skill of skills) if (skill.layer === layer) inEffect.set(skill.name, skill);
  return [...inEffect.values()].toSorted((left, right) => (left.name < right.name ? -1 : 1));
}

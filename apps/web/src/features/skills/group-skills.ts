import type { ListedSkill } from "./skill-types.ts";

/** The skills of one place. `folder`: the project folder, for those of projects. */
export type SkillGroup = {
  readonly key: string;
  readonly layer: ListedSkill["layer"];
  readonly folder: string | null;
  readonly skills: readonly ListedSkill[];
};

/** Returns the skills by place in their order, only those whose name or description has all words. Places without skills are left out. */
export function groupSkills(skills: readonly ListedSkill[], words: string): readonly SkillGroup[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  const groups = new Map<string, SkillGroup>();
  for (const skill of skills) {
    const text = `${skill.name} ${skill.description}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    const key = skill.folder === null ? skill.layer : `project-${skill.folder.id}`;
    const group = groups.get(key);
    groups.set(key, {
      ...{ key, layer: skill.layer, folder: skill.folder?.name ?? null },
      skills: [...(group?.skills ?? []), skill],
    });
  }
  return [...groups.values()];
}

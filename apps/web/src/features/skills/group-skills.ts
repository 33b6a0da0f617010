import type { ListedSkill } from "./skill-types.ts";

/** The skills of one place. `folder`: for skills of projects, their folder relative to the project folder. */
export type SkillGroup = {
  readonly key: string;
  readonly layer: ListedSkill["layer"];
  readonly folder: string | null;
  readonly skills: readonly ListedSkill[];
};

/** Groups the skills by place, in order; only those whose name or description contains all words. Places without skills are left out. */
export function groupSkills(skills: readonly ListedSkill[], words: string): readonly SkillGroup[] {
  const wanted = words.toLowerCase().split(/\s+/u);
  const groups = new Map<string, SkillGroup>();
  for (const skill of skills) {
    const text = `${skill.name} ${skill.description}`.toLowerCase();
    if (!wanted.every((word) => text.includes(word))) continue;
    const place = placeOf(skill);
    const key = place === null ? skill.layer : `project-${skill.folder?.id ?? ""}-${place}`;
    const group = groups.get(key);
    groups.set(key, {
      ...{ key, layer: skill.layer, folder: place },
      skills: [...(group?.skills ?? []), skill],
    });
  }
  return [...groups.values()];
}

/** A project has two places for skills, in which each skill is a folder named after it. */
function placeOf({ folder, path }: Pick<ListedSkill, "folder" | "path">): string | null {
  if (folder === null) return null;
  const parents = (path ?? "").split("/").slice(0, -1);
  return [folder.name, ...parents].join("/");
}

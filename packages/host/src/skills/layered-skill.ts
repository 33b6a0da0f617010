import type { Skill, SkillFile, SkillLayer, StoredSkill } from "@goaltrace/core/ports";
import {
  BUILT_IN_SKILLS,
  leaveOutPath,
  readSkill,
  type SkillProblem,
  skillSource,
} from "@goaltrace/core/skills";
import type { ProjectSkill } from "@goaltrace/tools";

/** A skill of one layer as people see it, usable or not. */
export type LayeredSkill = {
  /** The name by which agents load it; of a skill that cannot be used, that of its folder. */
  readonly name: string;
  readonly layer: SkillLayer;
  /** The path of its folder in the project; null for other layers. */
  readonly path: string | null;
  readonly isUsable: boolean;
  readonly isCore: boolean;
  readonly description: string;
  readonly body: string;
  /** The text of SKILL.md. */
  readonly source: string;
  readonly files: readonly SkillFile[];
  readonly problems: readonly SkillProblem[];
  readonly isValidFormat: boolean;
  /** The newest version of a skill of the workspace; null for other layers. */
  readonly version: number | null;
  readonly savedAt: number | null;
};

/** Made once: every run that starts reads them. */
const BUILT_IN_LAYER: readonly LayeredSkill[] = BUILT_IN_SKILLS.map(
  ({ name, description, body, isCore, layer }) => ({
    ...{ name, description, body, isCore, layer, path: null, files: [], problems: [] },
    ...{ isUsable: true, isValidFormat: true, source: skillSource({ name, description, body }) },
    ...{ version: null, savedAt: null },
  }),
);

/** Returns the built-in skills. */
export function builtInLayer(): readonly LayeredSkill[] {
  return BUILT_IN_LAYER;
}

/**
 * Returns a skill that people of a workspace wrote. It was usable when it was saved, but a later version of Goaltrace may refuse it, or leave out
 * files whose paths it would not take today.
 */
export function workspaceSkill(stored: StoredSkill): LayeredSkill {
  const { name, source, isCore, version, savedAt } = stored;
  const { skill, isValidFormat, ...reading } = readSkill(source, name);
  const leftOut = stored.files.map(({ path }) => leaveOutPath(path)).filter((problem) => problem !== null);
  const files = stored.files.filter(({ path }) => leaveOutPath(path) === null);
  const problems = [...reading.problems, ...leftOut];
  return {
    ...{ name, layer: "workspace", path: null, source, files, problems, isValidFormat, version, savedAt },
    ...{ isCore, isUsable: skill !== null },
    ...{ description: skill?.description ?? "", body: skill?.body ?? "" },
  };
}

/** Returns a skill of a project. It is never a core skill: it must not speak in every context. */
export function projectSkill(found: ProjectSkill): LayeredSkill {
  const { skill, folder, path, source, files, problems, isValidFormat } = found;
  return {
    ...{ name: skill?.name ?? folder, layer: "project", path, source, files, problems, isValidFormat },
    ...{ isCore: false, isUsable: skill !== null, version: null, savedAt: null },
    ...{ description: skill?.description ?? "", body: skill?.body ?? "" },
  };
}

/** Returns a usable skill as agents get it. */
export function toSkill({ name, description, body, layer, isCore, files }: LayeredSkill): Skill {
  return { name, description, body, layer, isCore, files };
}

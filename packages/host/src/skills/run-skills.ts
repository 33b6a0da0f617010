import type { Trace } from "@goaltrace/core/log";
import type { Logger, RefusedSkill, RunSkills, Skill, SkillShelf } from "@goaltrace/core/ports";
import { BUILT_IN_SKILLS, explainSkillProblem, isRefusal, mergeLayers } from "@goaltrace/core/skills";
import { type ProjectSkill, readProjectSkillFile, readProjectSkills } from "@goaltrace/tools";

export type SkillParts = {
  readonly logger: Pick<Logger, "warn">;
  readonly forbiddenFolders: readonly string[];
  readonly allowsUncommitted: boolean;
};

/** The run whose skills are read. */
export type RunOfSkills = Pick<Trace, "id" | "workspaceId" | "personId" | "projectFolder">;

/** Provides the skills of a run: built in, of its workspace, of its project folder. They are read once for each list. */
export function createRunSkills(parts: SkillParts, run: RunOfSkills): RunSkills {
  const { logger, forbiddenFolders } = parts;
  const { projectFolder } = run;
  const paths = new Map<string, string>();

  const readProject = async (): Promise<readonly ProjectSkill[]> => {
    if (projectFolder === null) return [];
    try {
      return await readProjectSkills(projectFolder, parts);
    } catch (thrown) {
      logger.warn("the skills of a project were not read", { traceId: run.id, error: String(thrown) });
      return [];
    }
  };
  return {
    async read(): Promise<SkillShelf> {
      const project = await readProject();
      for (const { skill, path } of project) if (skill !== null) paths.set(skill.name, path);
      return {
        skills: mergeLayers([...BUILT_IN_SKILLS, ...project.flatMap(toSkill)]),
        refused: project.flatMap(toRefused),
      };
    },
    async readFile(skill, path) {
      const folder = paths.get(skill.name);
      if (projectFolder === null || folder === undefined) return { ok: false, problem: "It does not exist." };
      return await readProjectSkillFile(projectFolder, folder, { path, forbiddenFolders });
    },
    noteUse: () => undefined,
  };
}

/** A project's skill is never a core skill: it must not speak in every context. */
function toSkill({ skill, files }: ProjectSkill): readonly Skill[] {
  if (skill === null) return [];
  const { name, description, body } = skill;
  return [{ name, description, body, files, layer: "project", isCore: false }];
}

function toRefused({ skill, folder, problems }: ProjectSkill): readonly RefusedSkill[] {
  if (skill !== null) return [];
  const reasons = problems.filter(isRefusal).map(explainSkillProblem);
  return [{ name: folder, layer: "project", reasons }];
}

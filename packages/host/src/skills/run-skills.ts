import type { Trace } from "@goaltrace/core/log";
import type { Logger, RefusedSkill, RunSkills, SkillStore } from "@goaltrace/core/ports";
import { explainSkillProblem, isRefusal, mergeLayers } from "@goaltrace/core/skills";
import { readProjectSkillFile, readProjectSkills } from "@goaltrace/tools";
import { builtInLayer, type LayeredSkill, projectSkill, toSkill, workspaceSkill } from "./layered-skill.ts";

export type SkillParts = {
  readonly store: Pick<SkillStore, "list" | "fileContent" | "withheld" | "noteUse">;
  readonly logger: Pick<Logger, "warn">;
  readonly forbiddenFolders: readonly string[];
  /** Whether skills of a project that no person has committed are used. */
  readonly allowsUncommitted: boolean;
};

/** The run whose skills are read. Without an agent, none is withheld. */
export type RunOfSkills = Pick<Trace, "id" | "workspaceId" | "personId" | "projectFolder"> & {
  readonly agent: { readonly name: string } | null;
};

/** Provides the skills of a run. A layer that cannot be read has none: the run does its work without it. */
export function createRunSkills(parts: SkillParts, run: RunOfSkills): RunSkills {
  const { store, logger, forbiddenFolders } = parts;
  const { projectFolder, agent } = run;
  const scope = { workspaceId: run.workspaceId, personId: run.personId };
  const warn = (thrown: unknown): void => {
    logger.warn("skills were not read or counted", { traceId: run.id, error: String(thrown) });
  };
  const orNone = async <T>(reading: Promise<readonly T[]>): Promise<readonly T[]> =>
    await reading.catch((thrown: unknown) => {
      warn(thrown);
      return [];
    });
  const paths = new Map<string, string>();

  return {
    async read() {
      const [workspace, project, withheld] = await Promise.all([
        orNone(store.list(scope)),
        orNone(projectFolder === null ? Promise.resolve([]) : readProjectSkills(projectFolder, parts)),
        orNone(store.withheld(scope).then((map) => [...map])),
      ]);
      const isWithheld = new Set(
        withheld.flatMap(([name, agents]) => (agent !== null && agents.includes(agent.name) ? [name] : [])),
      );
      const layers = [
        ...builtInLayer(),
        ...workspace.map(workspaceSkill),
        ...project.map(projectSkill),
      ].filter(({ name }) => !isWithheld.has(name));
      for (const { name, path, isUsable } of layers) if (isUsable && path !== null) paths.set(name, path);
      return {
        skills: mergeLayers(layers.filter(({ isUsable }) => isUsable)).map(toSkill),
        refused: layers.filter(({ isUsable }) => !isUsable).map(toRefused),
      };
    },
    async fileText({ name, layer }, path) {
      if (layer === "workspace") return toText(await store.fileContent(scope, name, path));
      const folder = paths.get(name);
      if (projectFolder === null || folder === undefined) return { ok: false, problem: "It does not exist." };
      return await readProjectSkillFile(projectFolder, folder, { path, forbiddenFolders });
    },
    noteUse: ({ name, layer }) => {
      store.noteUse(scope, run.id, { name, layer }).catch(warn);
    },
  };
}

function toText(content: Uint8Array | null): Awaited<ReturnType<RunSkills["fileText"]>> {
  if (content === null) return { ok: false, problem: "It does not exist any more." };
  const text = Buffer.from(content).toString("utf8");
  return text.includes("\uFFFD") ? { ok: false, problem: "It is not UTF-8 text." } : { ok: true, text };
}

function toRefused({ name, layer, problems }: LayeredSkill): RefusedSkill {
  return { name, layer, reasons: problems.filter(isRefusal).map(explainSkillProblem) };
}

import { GoaltraceError } from "@goaltrace/core";
import type { Logger, Scope, SkillLayer, SkillStore } from "@goaltrace/core/ports";
import {
  readProjectSkillBytes,
  readProjectSkillFile,
  readProjectSkills,
  writeZip,
  type ZipFile,
} from "@goaltrace/tools";
import { MAX_SHOWN_SKILL_FOLDERS } from "../tunables.ts";
import { builtInLayer, type LayeredSkill, projectSkill, workspaceSkill } from "./layered-skill.ts";

/** A skill as a page shows it. `id` identifies it among all layers. `folder`: the project folder that it is in. */
export type ShownSkill = LayeredSkill & {
  readonly id: string;
  readonly folder: { readonly id: string; readonly name: string } | null;
  /** The layer whose skill of this name it replaces; null for none, and for one that is refused. */
  readonly replaces: SkillLayer | null;
  /** True if the workspace has a skill of this name, which agents get instead. */
  readonly isReplaced: boolean;
};

type Parts = {
  readonly store: Pick<SkillStore, "list" | "fileContent">;
  readonly logger: Pick<Logger, "warn">;
  readonly forbiddenFolders: readonly string[];
  readonly allowsUncommitted: boolean;
};
type Folder = { readonly id: string; readonly name: string; readonly path: string };

/** The skills of a workspace as pages show them. */
export type AllSkills = {
  /** Reads them, usable or not: those of its project folders, its own, and the built-in ones. */
  read(scope: Scope, folders: readonly Folder[]): Promise<readonly ShownSkill[]>;
  /** Reads a file of a skill as text; null if there is none, or it is not text. */
  fileText(
    scope: Scope,
    file: { readonly skill: ShownSkill; readonly folders: readonly Folder[]; readonly path: string },
  ): Promise<string | null>;
  /** Packs a skill into a zip archive: its folder with everything in it. Errors: NOT_FOUND if a file cannot be read any more. */
  archive(
    scope: Scope,
    skill: { readonly skill: ShownSkill; readonly folders: readonly Folder[] },
  ): Promise<Buffer>;
};

/** Connects the skills of workspaces to their stores and to the disk. */
export function createAllSkills(parts: Parts): AllSkills {
  return {
    read: async (scope, folders) => await readAll(parts, scope, folders),
    fileText: async (scope, file) => await readFileText(parts, scope, file),
    archive: async (scope, { skill, folders }) => await packSkill(parts, scope, { skill, folders }),
  };
}

async function readAll(
  parts: Parts,
  scope: Scope,
  folders: readonly Folder[],
): Promise<readonly ShownSkill[]> {
  const [stored, ...projects] = await Promise.all([
    parts.store.list(scope),
    ...folders.slice(0, MAX_SHOWN_SKILL_FOLDERS).map(async (folder) => await readFolder(parts, folder)),
  ]);
  const workspace = stored.map(workspaceSkill);
  const builtIn = builtInLayer();
  const isOwn = (name: string): boolean => workspace.some((skill) => skill.isUsable && skill.name === name);
  const isBuiltIn = (name: string): boolean => builtIn.some((skill) => skill.name === name);
  const replaced = (name: string): SkillLayer | null =>
    isOwn(name) ? "workspace" : isBuiltIn(name) ? "built_in" : null;
  return [
    ...projects.flat().map(({ folder, ...skill }) => ({
      ...skill,
      id: `project:${folder.id}:${skill.path ?? ""}`,
      folder: { id: folder.id, name: folder.name },
      replaces: skill.isUsable ? replaced(skill.name) : null,
      isReplaced: false,
    })),
    ...workspace.map((skill) => ({
      ...{ ...skill, id: `workspace:${skill.name}`, folder: null, isReplaced: false },
      replaces: skill.isUsable && isBuiltIn(skill.name) ? ("built_in" as const) : null,
    })),
    ...builtIn.map((skill) => ({
      ...{ ...skill, id: `built_in:${skill.name}`, folder: null, replaces: null },
      isReplaced: isOwn(skill.name),
    })),
  ];
}

async function readFileText(
  parts: Parts,
  scope: Scope,
  { skill, folders, path }: Parameters<AllSkills["fileText"]>[1],
): Promise<string | null> {
  if (!skill.files.some((file) => file.path === path)) return null;
  if (skill.layer === "workspace") {
    const content = await parts.store.fileContent(scope, skill.name, path);
    const text = content === null ? null : Buffer.from(content).toString("utf8");
    return text === null || text.includes("\uFFFD") ? null : text;
  }
  const folder = folders.find(({ id }) => id === skill.folder?.id);
  if (folder === undefined || skill.path === null) return null;
  const { forbiddenFolders } = parts;
  const file = await readProjectSkillFile(folder.path, skill.path, { path, forbiddenFolders });
  return file.ok ? file.text : null;
}

async function packSkill(
  parts: Parts,
  scope: Scope,
  { skill, folders }: Parameters<AllSkills["archive"]>[1],
): Promise<Buffer> {
  const beside = await Promise.all(
    skill.files.map(async ({ path }): Promise<ZipFile> => {
      const content = await readBytes(parts, scope, { skill, folders, path });
      if (content === null) throw gone(path);
      return { path: `${skill.name}/${path}`, content };
    }),
  );
  return writeZip([{ path: `${skill.name}/SKILL.md`, content: Buffer.from(skill.source) }, ...beside]);
}

async function readBytes(
  parts: Parts,
  scope: Scope,
  { skill, folders, path }: Parameters<AllSkills["fileText"]>[1],
): Promise<Buffer | null> {
  if (skill.layer === "workspace") {
    const content = await parts.store.fileContent(scope, skill.name, path);
    return content === null ? null : Buffer.from(content);
  }
  const folder = folders.find(({ id }) => id === skill.folder?.id);
  if (folder === undefined || skill.path === null) return null;
  const { forbiddenFolders } = parts;
  return await readProjectSkillBytes(folder.path, skill.path, { path, forbiddenFolders });
}

function gone(path: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: `The file ${path} of the skill cannot be read any more.`,
    fix: "Open the skill again.",
  });
}

async function readFolder(
  parts: Parts,
  folder: Folder,
): Promise<readonly (LayeredSkill & { readonly folder: Folder })[]> {
  try {
    const found = await readProjectSkills(folder.path, parts);
    return found.map((skill) => ({ ...projectSkill(skill), folder }));
  } catch (thrown) {
    parts.logger.warn("the skills of a project folder were not read", {
      folder: folder.id,
      error: String(thrown),
    });
    return [];
  }
}

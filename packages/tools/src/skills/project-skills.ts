import type { SkillFileText } from "@goaltrace/core/ports";
import { MAX_PROJECT_SKILLS, SKILL_LIMITS } from "@goaltrace/core/skills";
import { join } from "node:path";
import { readBounded } from "../bounded/read-bounded.ts";
import { createFence, type Fence } from "../workspace/fence.ts";
import { compareWithCommit } from "../workspace/committed-files.ts";
import { openFileInside, readDirectoryInside } from "../workspace/open-inside.ts";
import { readProjectFile } from "../workspace/read-project-file.ts";
import { readSkillFolder, type SkillFolder } from "./read-skill-folder.ts";

/** Where a project keeps skills: our own folder, and the one that the clients of the public format share. */
const PLACES = [".goaltrace/skills", ".agents/skills"];

/** A skill of a project. `path`: of its folder, relative to the project folder. */
export type ProjectSkill = SkillFolder & { readonly path: string };

export type ProjectSkillOptions = {
  /** Absolute paths that are never read. */
  readonly forbiddenFolders: readonly string[];
  /** Whether skills that differ from the last commit are used. */
  readonly allowsUncommitted: boolean;
};

/**
 * Reads the skills of a project folder. Those that no person has committed are refused like other instructions in a project, and of two with one
 * name the second.
 */
export async function readProjectSkills(
  projectFolder: string,
  { forbiddenFolders, allowsUncommitted }: ProjectSkillOptions,
): Promise<readonly ProjectSkill[]> {
  const fence = await createFence(projectFolder, { forbiddenFolders });
  if (fence === undefined) return [];
  const found: ProjectSkill[] = [];
  for (const place of PLACES)
    for (const folder of await skillFolders(fence, place)) {
      if (found.length >= MAX_PROJECT_SKILLS) break;
      const path = `${place}/${folder}`;
      found.push({ ...(await readSkillFolder(fence, join(fence.root, path))), path });
    }
  return withoutShadowed(allowsUncommitted ? found : await withoutUncommitted(fence.root, found));
}

/** Reads a file of a skill of a project. `path` is relative to the skill's folder. */
export async function readProjectSkillFile(
  projectFolder: string,
  skillPath: string,
  { path, forbiddenFolders }: { readonly path: string; readonly forbiddenFolders: readonly string[] },
): Promise<SkillFileText> {
  const limits = { maxBytes: SKILL_LIMITS.fileBytes, forbiddenFolders };
  const file = await readProjectFile(projectFolder, `${skillPath}/${path}`, limits);
  if (file.kind === "missing") return { ok: false, problem: "It does not exist any more." };
  if (file.kind === "unreadable") return { ok: false, problem: file.problem };
  return file.text.includes("\uFFFD")
    ? { ok: false, problem: "It is not UTF-8 text." }
    : { ok: true, text: file.text };
}

/** Reads a file of a skill of a project as it is, text or not; null if it cannot be read. `path` is relative to the skill's folder. */
export async function readProjectSkillBytes(
  projectFolder: string,
  skillPath: string,
  { path, forbiddenFolders }: { readonly path: string; readonly forbiddenFolders: readonly string[] },
): Promise<Buffer | null> {
  const fence = await createFence(projectFolder, { forbiddenFolders });
  if (fence === undefined) return null;
  const opened = await openFileInside(fence, join(fence.root, skillPath, path), "read");
  if (!opened.ok) return null;
  try {
    return (await readBounded(opened.handle, SKILL_LIMITS.fileBytes)) ?? null;
  } finally {
    await opened.handle.close();
  }
}

async function skillFolders(fence: Fence, place: string): Promise<readonly string[]> {
  const entries = (await readDirectoryInside(fence, join(fence.root, place))) ?? [];
  return entries
    .filter((entry) => !entry.name.startsWith(".") && (entry.isDirectory() || entry.isSymbolicLink()))
    .map(({ name }) => name);
}

async function withoutUncommitted(
  root: string,
  found: readonly ProjectSkill[],
): Promise<readonly ProjectSkill[]> {
  const usable = found.filter(({ skill }) => skill !== null);
  const compared = usable.map(({ path, bytes }) => ({ path: `${path}/SKILL.md`, bytes }));
  const states = await compareWithCommit(root, compared);
  const isRefused = new Set(
    usable.filter((_skill, index) => states[index] === "changed" || states[index] === "unknown"),
  );
  return found.map((skill) => (isRefused.has(skill) ? refuse(skill, "uncommitted", "") : skill));
}

function withoutShadowed(found: readonly ProjectSkill[]): readonly ProjectSkill[] {
  const taken = new Map<string, string>();
  return found.map((skill) => {
    const name = skill.skill?.name;
    if (name === undefined) return skill;
    const other = taken.get(name);
    taken.set(name, other ?? skill.path);
    return other === undefined ? skill : refuse(skill, "shadowed", other);
  });
}

function refuse(skill: ProjectSkill, code: "uncommitted" | "shadowed", found: string): ProjectSkill {
  return { ...skill, skill: null, problems: [...skill.problems, { code, line: null, found }] };
}

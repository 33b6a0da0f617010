import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { createFence, type Fence } from "../workspace/fence.ts";
import { readDirectoryInside } from "../workspace/open-inside.ts";
import { MAX_SKILL_FOLDERS, SKILL_SEARCH_DEPTH } from "../tunables.ts";
import { readSkillFolder, type SkillFolder } from "./read-skill-folder.ts";

/** A skill that was found. `path`: of its folder, relative to where the search began; "." for that folder itself. */
export type FoundSkill = SkillFolder & { readonly path: string };

/**
 * Reads the skill in a folder, or every skill below it if it is none itself. A folder that does not exist has none. Hidden folders count, because
 * projects keep skills in them; `.git` and `node_modules` do not.
 */
export async function findSkills(folder: string): Promise<readonly FoundSkill[]> {
  const root = await realpath(folder).catch(() => null);
  const fence = root === null ? undefined : await createFence(root, { forbiddenFolders: [] });
  if (fence === undefined) return [];
  const found: FoundSkill[] = [];
  await search(fence, "", found);
  return found;
}

async function search(fence: Fence, inner: string, found: FoundSkill[]): Promise<void> {
  const absolute = join(fence.root, inner);
  const entries = (await readDirectoryInside(fence, absolute)) ?? [];
  if (entries.some(({ name }) => name === "SKILL.md" || name === "skill.md")) {
    found.push({ ...(await readSkillFolder(fence, absolute)), path: inner === "" ? "." : inner });
    return;
  }
  if (inner.split("/").length > SKILL_SEARCH_DEPTH) return;
  for (const entry of entries) {
    if (found.length >= MAX_SKILL_FOLDERS) return;
    if (!entry.isDirectory() || entry.name === ".git" || entry.name === "node_modules") continue;
    await search(fence, inner === "" ? entry.name : `${inner}/${entry.name}`, found);
  }
}

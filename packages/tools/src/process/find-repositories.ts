import type { Dirent } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { HIDE_MAX_ENTRIES } from "./tunables.ts";

/** Folders of installed packages and builds, which are large and hold nothing of the project. */
export const SKIPPED_FOLDERS = new Set(["node_modules", ".git", ".venv", "venv", "target", "__pycache__"]);

/** Returns the names in a folder that make it a repository: its `.git`, or `HEAD` of a bare one. */
function repositoryMarks(names: ReadonlySet<string>): readonly string[] {
  const isBare = ["HEAD", "objects", "refs"].every((name) => names.has(name));
  return [...(names.has(".git") ? [".git"] : []), ...(isBare ? ["HEAD"] : [])];
}

/**
 * Returns the marks of all repositories in a folder as absolute paths, outer ones first. Looks neither behind links nor into `SKIPPED_FOLDERS` and
 * the folders of `except`, and stops where commands do not run because the folder has too many files.
 */
export async function findRepositories(
  root: string,
  { except }: { readonly except: ReadonlySet<string> },
): Promise<readonly string[]> {
  const marks: string[] = [];
  const queue = [root];
  let entries = 0;
  for (
    let folder = queue.shift();
    folder !== undefined && entries <= HIDE_MAX_ENTRIES;
    folder = queue.shift()
  ) {
    const found = await readFolder(folder);
    entries += found.length;
    for (const mark of repositoryMarks(new Set(found.map(({ name }) => name))))
      marks.push(join(folder, mark));
    for (const entry of found)
      if (entry.isDirectory() && !SKIPPED_FOLDERS.has(entry.name) && !except.has(join(folder, entry.name)))
        queue.push(join(folder, entry.name));
  }
  return marks;
}

async function readFolder(path: string): Promise<readonly Dirent[]> {
  return await readdir(path, { withFileTypes: true }).catch(() => []);
}

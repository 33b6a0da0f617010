import { lstat, readlink, realpath, rename, rm, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import type { KeptRepositories } from "./keep-repositories.ts";

/**
 * Files of a repository with which git runs other programs or takes its settings from another folder. `modules` and `worktrees` are not among them: only a
 * `.git` file elsewhere leads there, and commands that a person approved make both.
 */
const WATCHED = ["commondir", "config", "config.worktree", "hooks"];

/**
 * Watches what no mount can keep from being made. Call the returned function after the command; it removes what of `WATCHED` was not there before in the
 * repositories that the command may change, restores links that lead git to its data, and, for a command that may change no repository, sets one aside that
 * appeared in a folder that had none. Returns a sentence for each thing that it did.
 */
export async function watchRepositories(
  root: string,
  { changeable, links }: Pick<KeptRepositories, "changeable" | "links">,
  { changesRepository }: { readonly changesRepository: boolean },
): Promise<() => Promise<readonly string[]>> {
  const missing: string[] = [];
  for (const git of changeable) {
    // A folder without this file is not a repository yet.
    if (!(await exists(join(git, "HEAD")))) continue;
    for (const name of WATCHED) if (!(await exists(join(git, name)))) missing.push(join(git, name));
  }
  const made = changesRepository ? [] : await missingMarks(root);
  return async () => {
    const notes: string[] = [];
    const named = (path: string): string => relative(root, path);
    for (const file of missing)
      if (await exists(file)) {
        await rm(file, { force: true, recursive: true });
        notes.push(`removed ${named(file)}, with which git would run other programs`);
      }
    for (const { path, text, real } of links) {
      if ((await readlink(path).catch(() => null)) === text && (await realOf(path)) === real) continue;
      if (await exists(path)) await setAside(path);
      // A link that led nowhere may lead to something that the command made.
      if (real === null) {
        notes.push(`renamed the link ${named(path)}, which led nowhere before`);
        continue;
      }
      await symlink(text, path);
      if ((await realOf(path)) !== real) {
        await rm(path);
        await symlink(relative(dirname(path), real), path);
      }
      notes.push(`restored the link ${named(path)}`);
    }
    for (const mark of made)
      if (await mark.isRepository()) {
        const aside = await setAside(mark.path);
        notes.push(
          `renamed ${named(mark.path)} to ${named(aside)}, because a repository that a command makes unasked could run programs later`,
        );
      }
    return notes;
  };
}

/** The missing files that would make a folder a repository: its `.git`, or `HEAD` of a bare repository in the folder itself. */
async function missingMarks(
  root: string,
): Promise<readonly { readonly path: string; readonly isRepository: () => Promise<boolean> }[]> {
  const [git, head] = [join(root, ".git"), join(root, "HEAD")];
  if (await exists(git)) return [];
  const isBare = async (): Promise<boolean> =>
    (await exists(head)) && (await exists(join(root, "objects"))) && (await exists(join(root, "refs")));
  return [
    { path: git, isRepository: async () => await exists(git) },
    ...((await isBare()) ? [] : [{ path: head, isRepository: isBare }]),
  ];
}

/** Renames a file or folder beside itself: a person may have made it, so it is not deleted. */
async function setAside(path: string): Promise<string> {
  for (let count = 1; ; count += 1) {
    const aside = `${path}.set-aside${count === 1 ? "" : `-${String(count)}`}`;
    if (await exists(aside)) continue;
    await rename(path, aside);
    return aside;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

async function realOf(path: string): Promise<string | null> {
  return await realpath(path).catch(() => null);
}

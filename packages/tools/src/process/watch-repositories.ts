import { lstat, readlink, realpath, rename, rm, symlink } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { findRepositories } from "./find-repositories.ts";
import type { KeptFiles } from "./hidden-files.ts";
import { isPlainRepository } from "./plain-repository.ts";
import { isRegisteredWorktree } from "./registered-worktree.ts";
import { beginRepositoryChange, watchRepositoryChanges } from "./repository-changes.ts";
import { CLOCK_SLACK_MS } from "./tunables.ts";

/**
 * Files of a repository with which git runs other programs or takes its settings from another folder. `modules` and `worktrees` are not among them: only a
 * `.git` file elsewhere leads there, and commands that a person approved make both.
 */
const WATCHED = ["commondir", "config", "config.worktree", "hooks"];

/**
 * Watches what no mount can keep from being made. Call the returned function after the command; it removes what of `WATCHED` was not there before in the
 * repositories that the command may change, restores links that lead git to its data, and, for a command that may change no repository, sets aside one that
 * appeared at the top of a folder that had none, and those further down that may run programs. Returns a sentence for each thing that it did.
 */
export async function watchRepositories(
  root: string,
  { changeable, links, hidden, readOnly }: Pick<KeptFiles, "changeable" | "links" | "hidden" | "readOnly">,
  { changesRepository }: { readonly changesRepository: boolean },
): Promise<() => Promise<readonly string[]>> {
  const missing: string[] = [];
  for (const git of changeable) {
    // A folder without this file is not a repository yet.
    if (!(await exists(join(git, "HEAD")))) continue;
    for (const name of WATCHED) if (!(await exists(join(git, name)))) missing.push(join(git, name));
  }
  const made = changesRepository ? [] : await missingMarks(root);
  // Below them a command writes nothing, and whatever appears there is someone else's.
  const closed = await identitiesOf([...hidden.map(({ path }) => path), ...readOnly]);
  const known = new Set(changesRepository ? [] : await findRepositories(root, { except: new Set() }));
  const startedAt = Date.now() - CLOCK_SLACK_MS;
  const endChange = changesRepository ? beginRepositoryChange(root) : () => undefined;
  const endWatch = watchRepositoryChanges(root);
  return async () => {
    endChange();
    const isShared = endWatch();
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
    const rename = async (mark: string): Promise<void> => {
      if (!(await isNewerThan(mark, startedAt)) || (await isRegisteredWorktree(mark, { root, readOnly })))
        return;
      if (isShared) {
        notes.push(
          `${named(mark)} appeared while this and another command ran: have a person look at it before git is used there, because it could run programs`,
        );
        return;
      }
      const aside = await setAside(mark);
      notes.push(
        `renamed ${named(mark)} to ${named(aside)}, because a repository that a command makes unasked could run programs later`,
      );
    };
    // Before what is at the top has another name, under which it would be one further down.
    if (changesRepository) return notes;
    for (const mark of await findRepositories(root, { except: await unchangedOf(closed) }))
      if (dirname(mark) !== root && !known.has(mark) && !(await isPlainRepository(mark))) await rename(mark);
    for (const mark of made) if (await mark.isRepository()) await rename(mark.path);
    return notes;
  };
}

/** The folders of paths that exist, by what the file system calls them. */
async function identitiesOf(paths: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const known = new Map<string, string>();
  for (const path of paths) {
    const status = await lstat(path).catch(() => null);
    if (status?.isDirectory() === true) known.set(path, `${String(status.dev)}:${String(status.ino)}`);
  }
  return known;
}

/** Those that are still the same folders: a command may move a folder above, and make another of that name. */
async function unchangedOf(known: ReadonlyMap<string, string>): Promise<ReadonlySet<string>> {
  const now = await identitiesOf([...known.keys()]);
  return new Set([...known.keys()].filter((path) => now.get(path) === known.get(path)));
}

/** Whether a repository or what names its programs changed since then; one that only moved with its folder did not. In milliseconds. */
async function isNewerThan(mark: string, since: number): Promise<boolean> {
  for (const path of [mark, join(mark, "config"), join(mark, "hooks")]) {
    const status = await lstat(path).catch(() => null);
    if (status !== null && status.ctimeMs >= since) return true;
  }
  return false;
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

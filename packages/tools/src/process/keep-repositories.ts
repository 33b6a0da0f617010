import { lstat, readlink, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { readFileBounded } from "../bounded/read-bounded.ts";
import { GIT_FILE_MAX_BYTES } from "./tunables.ts";

/** A link that leads git to its data: its own text, and the real folder or file; null for one that leads nowhere. */
type GitLink = { readonly path: string; readonly text: string; readonly real: string | null };

/** How the repositories of a project are kept. All paths are absolute. */
export type KeptRepositories = {
  readonly readOnly: readonly string[];
  /** Folders that a command may change, but neither move nor replace. Outer ones first. */
  readonly pinned: readonly string[];
  /** Git's folders among them. */
  readonly changeable: readonly string[];
  readonly links: readonly GitLink[];
};

/** Files that name programs for git to run: a command that writes it would act outside the sandbox, once a person uses git. */
const GIT_PROGRAMS = ["hooks", "config", "config.worktree", "modules", "worktrees"];

/**
 * Collects the repositories of a project folder: where git keeps its data, directly or behind a link or a file that names another folder of the project.
 * Add the project folder first, as an empty path, and outer folders before inner ones.
 */
export function keepRepositories(
  root: string,
  { changesRepository }: { readonly changesRepository: boolean },
): { readonly add: (folder: string) => Promise<void>; readonly kept: () => KeptRepositories } {
  const readOnly: string[] = [];
  const pinned: string[] = [];
  const changeable: string[] = [];
  const links: GitLink[] = [];

  /** Moving a folder would move the mounts in it, and another folder could take its name. */
  function pin(folder: string): void {
    const names = relative(root, folder).split("/");
    for (const index of names.keys()) {
      const above = join(root, ...names.slice(0, index + 1));
      if (above !== root && !pinned.includes(above)) pinned.push(above);
    }
  }

  /** Keeps the real file or folder of git. */
  async function keep(real: string, named: string): Promise<void> {
    // Folders outside of the project are not there for a command.
    if (!isWithin(root, real) || readOnly.some((path) => isWithin(path, real))) return;
    pin(dirname(real));
    const kind = await lstat(real).catch(() => null);
    if (kind?.isDirectory() !== true) {
      readOnly.push(real);
      const target = kind?.isFile() === true ? await namedFolder(real, named) : null;
      if (target !== null) await keep(target, target);
      return;
    }
    if (!changesRepository) {
      readOnly.push(real);
      return;
    }
    pin(real);
    changeable.push(real);
    readOnly.push(...GIT_PROGRAMS.map((name) => join(real, name)));
  }

  return {
    add: async (folder) => {
      const git = join(root, folder, ".git");
      const kind = await lstat(git).catch(() => null);
      if (kind === null) return;
      if (folder !== "") pin(join(root, folder));
      const real = await realpath(git).catch(() => null);
      if (kind.isSymbolicLink()) links.push({ path: git, text: await readlink(git), real });
      if (real !== null) await keep(real, git);
    },
    kept: () => ({ readOnly, pinned, changeable, links }),
  };
}

/** The folder that a file `.git` names, as those of worktrees and submodules do; null where it names none. */
async function namedFolder(file: string, named: string): Promise<string | null> {
  const text = await readFileBounded(file, GIT_FILE_MAX_BYTES).catch(() => undefined);
  const path = /^gitdir: (?<path>.*)/u.exec(text?.toString("utf8") ?? "")?.groups?.["path"]?.trimEnd();
  if (path === undefined) return null;
  return await realpath(resolve(dirname(named), path)).catch(() => null);
}

function isWithin(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === "" || (inner !== ".." && !inner.startsWith("../") && !isAbsolute(inner));
}

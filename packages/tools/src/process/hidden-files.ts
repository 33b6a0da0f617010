import { GoaltraceError } from "@goaltrace/core";
import { type Dirent } from "node:fs";
import { readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { isEnvironmentFile } from "../workspace/fence.ts";
import { isProtectedPath } from "../workspace/protected-files.ts";
import { SKIPPED_FOLDERS } from "./find-repositories.ts";
import { keepRepositories, type KeptRepositories } from "./keep-repositories.ts";
import { HIDE_MAX_ENTRIES, HIDE_MAX_FILES } from "./tunables.ts";

/** The files of a project that a command may not see, and those that it may not change. */
export type KeptFiles = KeptRepositories & {
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
};

/**
 * Finds the environment files, the folders of the server, the files that rules hide in a project, and those that instruct agents or run on their own.
 * Errors: LIMIT_EXCEEDED when there are too many to hide one by one.
 */
export async function foldersToHide(
  root: string,
  options: {
    readonly forbiddenFolders: readonly string[];
    readonly hides?: ((path: string) => boolean) | undefined;
    readonly allowsProtectedWrites: boolean;
    /** Whether the command may change the repository, apart from what names programs. @default false */
    readonly changesRepository?: boolean | undefined;
  },
): Promise<KeptFiles> {
  const hidden: { path: string; isFolder: boolean }[] = [];
  const readOnly: string[] = [];
  for (const folder of options.forbiddenFolders) {
    const real = await realpath(folder).catch(() => null);
    if (real !== null && isBelow(root, real))
      hidden.push({ path: real, isFolder: (await stat(real)).isDirectory() });
  }
  const repositories = keepRepositories(root, { changesRepository: options.changesRepository === true });
  if (!options.allowsProtectedWrites) await repositories.add("");
  let entries = 0;
  const queue = [""];
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    const found = await readFolder(join(root, folder));
    for (const entry of found) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const absolute = join(root, path);
      if (hidden.some((known) => known.path === absolute)) continue;
      entries += 1;
      // Git also runs what the settings of a submodule name.
      if (entry.name === ".git" && folder !== "" && !options.allowsProtectedWrites)
        await repositories.add(folder);
      if (entry.isSymbolicLink()) continue;
      const isFolder = entry.isDirectory();
      const isHidden =
        isEnvironmentFile(entry.name.toLowerCase()) ||
        // Behind it is a process outside of the sandbox.
        ((entry.isSocket() || entry.isFIFO()) && !options.allowsProtectedWrites) ||
        options.hides?.(path) === true;
      if (isHidden) hidden.push({ path: absolute, isFolder });
      else if (!options.allowsProtectedWrites && isProtectedPath(path)) readOnly.push(absolute);
      else if (isFolder && !SKIPPED_FOLDERS.has(entry.name)) queue.push(path);
      if (entries > HIDE_MAX_ENTRIES || hidden.length > HIDE_MAX_FILES) throw tooMany();
    }
  }
  const kept = repositories.kept();
  return { ...kept, hidden, readOnly: [...readOnly, ...kept.readOnly] };
}

async function readFolder(path: string): Promise<readonly Dirent[]> {
  return await readdir(path, { withFileTypes: true }).catch(() => []);
}

function isBelow(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner !== "" && !inner.startsWith("..") && !isAbsolute(inner);
}

function tooMany(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_ALLOWED",
    message:
      "The project folder has more files than can be checked for secrets, so commands do not run in it.",
    fix: "Choose a folder further down as the project folder.",
  });
}

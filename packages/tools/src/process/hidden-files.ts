import { GoaltraceError } from "@goaltrace/core";
import { type Dirent } from "node:fs";
import { lstat, readdir, realpath, stat } from "node:fs/promises";
import { isAbsolute, join, relative } from "node:path";
import { isEnvironmentFile } from "../workspace/fence.ts";
import { isProtectedPath } from "../workspace/protected-files.ts";
import { HIDE_MAX_ENTRIES, HIDE_MAX_FILES } from "./tunables.ts";

/** The files of a project that a command may not see, and those that it may not change. */
export type KeptFiles = {
  readonly hidden: readonly { readonly path: string; readonly isFolder: boolean }[];
  readonly readOnly: readonly string[];
};

/** Folders of installed packages, which are large and hold nothing of the project. */
const SKIPPED = new Set(["node_modules", ".git", ".venv", "venv", "target", "__pycache__"]);

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
  },
): Promise<KeptFiles> {
  const hidden: { path: string; isFolder: boolean }[] = [];
  const readOnly: string[] = [];
  for (const folder of options.forbiddenFolders) {
    const real = await realpath(folder).catch(() => null);
    if (real !== null && isBelow(root, real))
      hidden.push({ path: real, isFolder: (await stat(real)).isDirectory() });
  }
  // In a worktree it is a file, which names the folder that git trusts.
  const isLinked = (await lstat(join(root, ".git")).catch(() => null))?.isFile() === true;
  if (isLinked) readOnly.push(join(root, ".git"));
  else if (!options.allowsProtectedWrites)
    readOnly.push(...GIT_PROGRAMS.map((name) => join(root, ".git", name)));
  let entries = 0;
  const queue = [""];
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift())
    for (const entry of await readFolder(join(root, folder))) {
      const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
      const absolute = join(root, path);
      if (hidden.some((known) => known.path === absolute)) continue;
      entries += 1;
      if (entry.isSymbolicLink()) continue;
      const isFolder = entry.isDirectory();
      const isHidden = isEnvironmentFile(entry.name.toLowerCase()) || options.hides?.(path) === true;
      if (isHidden) hidden.push({ path: absolute, isFolder });
      else if (!options.allowsProtectedWrites && isProtectedPath(entry.name)) readOnly.push(absolute);
      else if (isFolder && !SKIPPED.has(entry.name)) queue.push(path);
      if (entries > HIDE_MAX_ENTRIES || hidden.length > HIDE_MAX_FILES) throw tooMany();
    }
  return { hidden, readOnly };
}

/** Files that name programs for git to run: a command that writes it would act outside the sandbox, once a person uses git. */
const GIT_PROGRAMS = ["hooks", "config"];

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

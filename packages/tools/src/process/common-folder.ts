import { lstat, rm } from "node:fs/promises";
import { join } from "node:path";

/**
 * Watches for the file with which a repository names another folder as the place of its settings and hooks: git would run the programs that are named
 * there. No mount can keep a file from being made. Call the returned function after the command; it removes the file if it was not there before.
 */
export async function watchCommonFolder(projectFolder: string): Promise<() => Promise<void>> {
  const git = join(projectFolder, ".git");
  const file = join(git, "commondir");
  const isRepository = (await lstat(git).catch(() => null))?.isDirectory() === true;
  const wasThere = (await lstat(file).catch(() => null)) !== null;
  return async () => {
    if (isRepository && !wasThere) await rm(file, { force: true, recursive: true });
  };
}

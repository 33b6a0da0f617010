import { realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import type { StdioSettings } from "./server-settings.ts";

/** Folders that no server may read because one of its files is there: they hold far more than a package. */
export type KeptFolders = { readonly home: string | null; readonly forbidden: readonly string[] };

/**
 * Returns the folders and files that a server needs to read its own program: for each file that its command names by its whole path, the package around it with
 * the packages beside that, or the file alone where there is no package. None that holds the home folder or a forbidden one.
 */
export async function serverFolders(
  { command, args }: Pick<StdioSettings, "command" | "args">,
  kept: KeptFolders,
): Promise<readonly string[]> {
  const folders = await Promise.all([command, ...args].filter(isAbsolute).map(packageAround));
  const holdsKept = (folder: string): boolean =>
    (kept.home !== null && isWithin(folder, kept.home)) ||
    kept.forbidden.some((hidden) => isWithin(folder, hidden) || isWithin(hidden, folder));
  const readable = folders.flatMap(({ file, folder }) => {
    const found = folder === null || holdsKept(folder) ? file : folder;
    return found === null || holdsKept(found) ? [] : [found];
  });
  return [...new Set(readable)];
}

/** Returns the real path of a file, and the folder that holds its package and those that it loads; null for anything but a file. */
async function packageAround(
  path: string,
): Promise<{ readonly file: string | null; readonly folder: string | null }> {
  const file = await realpath(path).catch(() => null);
  if (file === null || (await stat(file).catch(() => null))?.isFile() !== true)
    return { file: null, folder: null };
  const modules = file.indexOf(`${sep}node_modules${sep}`);
  if (modules !== -1) return { file, folder: file.slice(0, modules + sep.length + "node_modules".length) };
  for (let folder = dirname(file); dirname(folder) !== folder; folder = dirname(folder)) {
    const manifest = await stat(join(folder, "package.json")).catch(() => null);
    if (manifest?.isFile() === true) return { file, folder };
  }
  return { file, folder: null };
}

function isWithin(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === "" || (!inner.startsWith("..") && !isAbsolute(inner));
}

import { type InsidePath, resolveInside } from "./root.ts";

/** A file or folder that exists; `missing` if there is none; a problem, as a sentence, if it must not be read. */
export type FoundInProject =
  | { readonly kind: "found"; readonly place: InsidePath }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly problem: string };

/**
 * Finds a file or folder to read inside a project folder, by its path relative to it. Links must not lead out of the folder. A project folder
 * that does not exist is empty.
 */
export async function findInProject(
  projectFolder: string,
  path: string,
  forbiddenFolders: readonly string[],
): Promise<FoundInProject> {
  const folders = { projectFolder, forbiddenFolders };
  const root = await resolveInside(folders, ".", "read");
  if (!root.ok) return { kind: "missing" };
  const target = await resolveInside(folders, path, "read");
  if (!target.ok) return { kind: "unreadable", problem: target.message };
  return target.missing.length > 0 ? { kind: "missing" } : { kind: "found", place: target };
}

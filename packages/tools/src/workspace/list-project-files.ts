import { opendir } from "node:fs/promises";
import { findInProject } from "./find-in-project.ts";
import { describeSystemError, systemErrorCode } from "./system-error.ts";

/** The entries of a folder; `missing` if there is none; a problem, as a sentence, if it cannot be read. */
export type ProjectFolderFiles =
  | {
      readonly kind: "files";
      /** Names of files, sorted. */
      readonly names: readonly string[];
      /** Names of links, which are not followed, sorted. */
      readonly links: readonly string[];
      /** True if the folder has more entries than were read. */
      readonly isTruncated: boolean;
    }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly problem: string };

/**
 * Lists the files of a folder inside a project folder, by its path relative to it. It must not lead out of the folder. At most `most` entries
 * are read.
 */
export async function listProjectFiles(
  projectFolder: string,
  path: string,
  { most, forbiddenFolders }: { readonly most: number; readonly forbiddenFolders: readonly string[] },
): Promise<ProjectFolderFiles> {
  const target = await findInProject(projectFolder, path, forbiddenFolders);
  if (target.kind !== "found") return target;
  const names: string[] = [];
  const links: string[] = [];
  let read = 0;
  try {
    for await (const entry of await opendir(target.place.absolute)) {
      read += 1;
      if (read > most) break;
      if (entry.isSymbolicLink()) links.push(entry.name);
      else if (entry.isFile()) names.push(entry.name);
    }
  } catch (error) {
    if (systemErrorCode(error) === "ENOTDIR") return { kind: "unreadable", problem: "It is not a folder." };
    return { kind: "unreadable", problem: describeSystemError(error) };
  }
  return { kind: "files", names: names.toSorted(), links: links.toSorted(), isTruncated: read > most };
}

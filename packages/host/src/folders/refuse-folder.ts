import type { Failure } from "@goaltrace/core";
import type { FolderRules } from "./file-rules.ts";
import { contains, isSystemFolder, overlaps } from "./system-folders.ts";

/** The variable that lists the roots. */
const ROOTS = "GOALTRACE_FOLDER_ROOTS";

/** A project folder about to be registered or used. All paths are real and absolute. */
export type FolderRequest = {
  readonly folder: string;
  readonly rules: FolderRules;
  /** The number of workspaces on this server. */
  readonly workspaces: number;
  /** Folders that other workspaces registered earlier. */
  readonly takenFolders: readonly string[];
};

/**
 * Returns why a folder cannot be a project folder, or null if it can: it must be below a root that the operator listed, or, without roots, on
 * a server that only this machine reaches and that has one workspace. It is never a system folder, the product's checkout, the server's state
 * or a folder of another workspace.
 */
export function refuseFolder({ folder, rules, workspaces, takenFolders }: FolderRequest): Failure | null {
  const { roots, isLoopback, checkout, home, personHome } = rules;
  if (isSystemFolder(folder, personHome))
    return refused(
      `${folder} is or contains a folder of the operating system or of a person's keys.`,
      "Choose the folder of one project.",
    );
  if (contains(home, folder)) return refused("This folder contains the server's own data.", OTHER_FOLDER);
  if (overlaps(checkout, folder))
    return refused(
      `${folder} belongs to Goaltrace itself, which a run could change.`,
      "Copy the project to a folder outside of Goaltrace's checkout and use that copy.",
    );
  if (takenFolders.some((taken) => overlaps(taken, folder)))
    return refused(`${folder} overlaps with a folder that is already in use on this server.`, OTHER_FOLDER);
  if (roots.some((root) => contains(root, folder))) return null;
  if (roots.length > 0)
    return refused(
      `${folder} is not below a folder that this server allows.`,
      `Choose a folder below one of these, or ask the server's operator to add one to ${ROOTS}: ${roots.join(", ")}.`,
    );
  if (isLoopback && workspaces <= 1) return null;
  return refused(
    "This server accepts no project folders: it is open to other machines or has several workspaces.",
    `Ask the server's operator to list the folders that contain projects in ${ROOTS}, for example ${ROOTS}=/srv/projects.`,
  );
}

const OTHER_FOLDER = "Choose another folder.";

function refused(message: string, fix: string): Failure {
  return { code: "INVALID_INPUT", message, fix };
}

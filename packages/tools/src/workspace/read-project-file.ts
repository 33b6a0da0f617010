import { readBounded } from "../bounded/read-bounded.ts";
import { findInProject } from "./find-in-project.ts";
import { openFileInside } from "./open-inside.ts";

/** The text of a file; `missing` if there is none; a problem, as a sentence, if it cannot be read. */
export type ProjectFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly problem: string };

/**
 * Reads a small UTF-8 file of a project folder by its path relative to it. Links must not lead out of the folder, and files larger than `maxBytes`
 * are unreadable. A folder that does not exist has no files.
 */
export async function readProjectFile(
  projectFolder: string,
  path: string,
  { maxBytes, forbiddenFolders }: { readonly maxBytes: number; readonly forbiddenFolders: readonly string[] },
): Promise<ProjectFile> {
  const target = await findInProject(projectFolder, path, forbiddenFolders);
  if (target.kind !== "found") return target;
  const opened = await openFileInside(target.place.fence, target.place.absolute, "read");
  if (!opened.ok) return { kind: "unreadable", problem: opened.message };
  try {
    const bytes = await readBounded(opened.handle, maxBytes);
    if (bytes === undefined) return { kind: "unreadable", problem: `It has more than ${maxBytes} bytes.` };
    return { kind: "text", text: bytes.toString("utf8") };
  } finally {
    await opened.handle.close();
  }
}

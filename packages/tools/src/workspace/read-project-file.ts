import { readBounded } from "../bounded/read-bounded.ts";
import { openFileInside } from "./open-inside.ts";
import { resolveInside } from "./root.ts";

/** The text of a file; `missing` if there is none; a problem, as a sentence, if it cannot be read. */
export type ProjectFile =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable"; readonly problem: string };

/**
 * Reads a small UTF-8 file of a project folder by its path relative to it. Links must not lead out of the folder, and larger files than
 * `maxBytes` are unreadable. A folder that does not exist has no files.
 */
export async function readProjectFile(
  projectFolder: string,
  path: string,
  { maxBytes, forbiddenFolders }: { readonly maxBytes: number; readonly forbiddenFolders: readonly string[] },
): Promise<ProjectFile> {
  const folders = { projectFolder, forbiddenFolders };
  const root = await resolveInside(folders, ".", "read");
  if (!root.ok) return { kind: "missing" };
  const target = await resolveInside(folders, path, "read");
  if (!target.ok) return { kind: "unreadable", problem: target.message };
  if (target.missing.length > 0) return { kind: "missing" };
  const opened = await openFileInside(target.fence, target.absolute, "read");
  if (!opened.ok) return { kind: "unreadable", problem: opened.message };
  try {
    const bytes = await readBounded(opened.handle, maxBytes);
    if (bytes === undefined) return { kind: "unreadable", problem: `It has more than ${maxBytes} bytes.` };
    return { kind: "text", text: bytes.toString("utf8") };
  } finally {
    await opened.handle.close();
  }
}

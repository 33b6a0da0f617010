import { isAbsolute, relative, sep } from "node:path";
import { resolveInside } from "./root.ts";

/**
 * Returns what a path names, relative to the project folder: the path as written, and where it really is if links lead elsewhere. Permission
 * rules must hold for both. Without a folder, or for a path that leads out of it, only the path as written.
 */
export async function namedPaths(projectFolder: string | null, path: string): Promise<readonly string[]> {
  const written = projectFolder === null ? path : writtenPath(projectFolder, path);
  const resolved = await resolveInside({ projectFolder, forbiddenFolders: [] }, path, "read");
  return resolved.ok && resolved.relative !== written ? [written, resolved.relative] : [written];
}

/** Returns why file tools write this path in no case, even with an approval, as a sentence; null if they may. */
export async function writeRefusal(projectFolder: string, path: string): Promise<string | null> {
  const folders = { projectFolder, forbiddenFolders: [], allowsProtectedWrites: true };
  const resolved = await resolveInside(folders, path, "write");
  return resolved.ok ? null : resolved.message;
}

/** An absolute path inside the folder is another spelling of a relative one. */
function writtenPath(projectFolder: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(projectFolder, path);
  if (inside === "") return ".";
  return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    ? path
    : inside.split(sep).join("/");
}

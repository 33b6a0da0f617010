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

/** An absolute path inside the folder is another spelling of a relative one. */
function writtenPath(projectFolder: string, path: string): string {
  if (!isAbsolute(path)) return path;
  const inside = relative(projectFolder, path);
  if (inside === "") return ".";
  return inside === ".." || inside.startsWith(`..${sep}`) || isAbsolute(inside)
    ? path
    : inside.split(sep).join("/");
}

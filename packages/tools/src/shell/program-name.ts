import { posix } from "node:path";

/** Folders of programs that only an administrator changes. A program in one of them is known by its name alone. */
const SYSTEM_FOLDERS = new Set([
  "/bin",
  "/usr/bin",
  "/usr/local/bin",
  "/sbin",
  "/usr/sbin",
  "/usr/local/sbin",
  // Where the official archive of Go belongs.
  "/usr/local/go/bin",
]);

/**
 * Returns the name by which rules know a program: its name if the shell finds it along the fixed search path, which has no folder of the project, or
 * in a folder of the system; else its path, relative to the project folder. Null when the folder is not certain. A planted `./cat` is not `cat`.
 */
export function programName(word: string, folders: readonly string[] | null): string | null {
  if (!word.includes("/")) return word === "" ? null : word;
  if (word.startsWith("/")) {
    const path = posix.normalize(word).replace(/^\/\//u, "/");
    return SYSTEM_FOLDERS.has(posix.dirname(path)) ? posix.basename(path) : path;
  }
  const [folder, ...more] = folders ?? [];
  if (folder === undefined || more.length > 0) return null;
  const path = posix.join(folder, word);
  return path.startsWith("../") ? path : `./${path}`;
}

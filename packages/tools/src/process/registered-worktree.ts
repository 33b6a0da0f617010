import { lstat, realpath } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve } from "node:path";
import { readFileBounded } from "../bounded/read-bounded.ts";
import { GIT_FILE_MAX_BYTES } from "./tunables.ts";

/**
 * Returns true for a file `.git` of a worktree that its repository knows, where a command of `root` cannot have written what the repository knows: outside
 * of `root` or in one of `readOnly`.
 */
export async function isRegisteredWorktree(
  mark: string,
  { root, readOnly }: { readonly root: string; readonly readOnly: readonly string[] },
): Promise<boolean> {
  if ((await lstat(mark).catch(() => null))?.isFile() !== true) return false;
  const named = /^gitdir: (?<path>.+)/u.exec(await textOf(mark))?.groups?.["path"]?.trimEnd();
  if (named === undefined) return false;
  const data = await realpath(resolve(dirname(mark), named)).catch(() => null);
  if (data === null) return false;
  if (isWithin(root, data) && !readOnly.some((path) => isWithin(path, data))) return false;
  const back = (await textOf(join(data, "gitdir"))).trimEnd();
  return back !== "" && (await realpath(resolve(data, back)).catch(() => null)) === (await realpath(mark));
}

async function textOf(path: string): Promise<string> {
  const text = await readFileBounded(path, GIT_FILE_MAX_BYTES).catch(() => undefined);
  return text?.toString("utf8") ?? "";
}

function isWithin(folder: string, path: string): boolean {
  const inner = relative(folder, path);
  return inner === "" || (inner !== ".." && !inner.startsWith("../") && !isAbsolute(inner));
}

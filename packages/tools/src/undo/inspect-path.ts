import { constants, type BigIntStats } from "node:fs";
import { type FileHandle, lstat, readlink, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readBounded } from "../bounded/read-bounded.ts";
import { hashOfBytes } from "../files/content-blob.ts";
import type { Fence } from "../workspace/fence.ts";
import { openDirectoryInside, openFileInside, pathBelow } from "../workspace/open-inside.ts";
import { systemErrorCode } from "../workspace/system-error.ts";
import type { PathContent } from "./folder-state.ts";
import { toSeenPath } from "./scan-folder.ts";
import { VERSION_MAX_BYTES } from "./tunables.ts";

/** A path as it is now. `stat` is that of the path itself, without following a link. */
export type PathNow =
  | { readonly kind: "nothing" }
  | { readonly kind: "known"; readonly content: PathContent; readonly stat: BigIntStats }
  /** It cannot be read, or is behind a link. */
  | { readonly kind: "unknown" };

const EMPTY = hashOfBytes(Buffer.alloc(0));

/** Looks at a path of a project folder, relative to it and with `/`. Never follows a link. */
export async function inspectPath(fence: Fence, path: string): Promise<PathNow> {
  const absolute = join(fence.root, path);
  try {
    if (!(await isRealPath(dirname(absolute)))) return { kind: "unknown" };
    const stat = await lstat(absolute, { bigint: true });
    const seen = toSeenPath(stat);
    const sha256 = seen === null ? undefined : await hashNow(fence, absolute, seen.kind);
    if (seen === null || sha256 === undefined) return { kind: "unknown" };
    return { kind: "known", stat, content: { kind: seen.kind, mode: seen.mode, sha256 } };
  } catch (error) {
    const code = systemErrorCode(error);
    return { kind: code === "ENOENT" || code === "ENOTDIR" ? "nothing" : "unknown" };
  }
}

/** False for a folder that is reached through a link. Errors: those of the system. */
async function isRealPath(folder: string): Promise<boolean> {
  return (await realpath(folder)) === folder;
}

async function hashNow(
  fence: Fence,
  absolute: string,
  kind: PathContent["kind"],
): Promise<string | undefined> {
  if (kind === "directory") return EMPTY;
  if (kind === "link") return hashOfBytes(await readlink(absolute, "buffer"));
  const opened = await openFileInside(fence, absolute, "read");
  if (!opened.ok) return undefined;
  try {
    const bytes = await readBounded(opened.handle, VERSION_MAX_BYTES);
    return bytes === undefined ? undefined : hashOfBytes(bytes);
  } finally {
    await opened.handle.close();
  }
}

/**
 * Calls `act` with a path that is bound to the open folder of `path`, so that a link made meanwhile leads nowhere else. Errors: those of the system,
 * and one for a folder that is not, or no longer, inside the project folder.
 */
export async function inFolderOf(
  fence: Fence,
  path: string,
  act: (bound: string, folder: FileHandle) => Promise<void>,
): Promise<void> {
  const folder = dirname(join(fence.root, path));
  const opened = await openDirectoryInside(fence, folder, "write");
  if (!opened.ok) throw new Error(opened.message);
  try {
    if (!(await isRealPath(folder))) throw new Error("The folder is reached through a link.");
    await act(pathBelow(opened.handle, folder, basename(path)), opened.handle);
  } finally {
    await opened.handle.close();
  }
}

/** Flags to open a path without following a link at its end. */
export const NO_LINK = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

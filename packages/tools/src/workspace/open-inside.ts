import { constants, type Dirent, type Stats } from "node:fs";
import { type FileHandle, lstat, open, readdir, readlink, realpath } from "node:fs/promises";
import { dirname, join, sep } from "node:path";
import { type Fence, type PathPurpose, refusalReason } from "./fence.ts";
import { describeSystemError } from "./system-error.ts";
import { isTemporaryName } from "./temporary-name.ts";

export type OpenResult =
  | { readonly ok: true; readonly handle: FileHandle }
  | {
      readonly ok: false;
      readonly message: string;
      /** True if the file was refused because it has further names, perhaps outside of the folder. */
      readonly isLinked?: boolean;
    };

/** More leftovers than a crash leaves; the limit bounds the work in a folder that is full of them. */
const MAX_LEFTOVERS = 100;

/** Linux exposes a process's open files as paths: a name below an open directory cannot be redirected by a link created in between. */
const HAS_DESCRIPTOR_FOLDER = process.platform === "linux";

/**
 * Opens a regular file and checks the file that was actually opened, so that a link created after `resolveInside` cannot escape. Refuses hard
 * links, except in folders of package managers. The caller closes the handle. Never blocks on a pipe or device: those are rejected.
 */
export async function openFileInside(
  fence: Fence,
  absolutePath: string,
  purpose: PathPurpose,
): Promise<OpenResult> {
  return await openNamedFile(fence, absolutePath, { purpose, knownNames: 1 });
}

/** As `openFileInside`, for a file of which the caller knows several names. */
export async function openNamedFile(
  fence: Fence,
  absolutePath: string,
  { purpose, knownNames }: { readonly purpose: PathPurpose; readonly knownNames: number },
): Promise<OpenResult> {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const opened = await openChecked({ fence, path: absolutePath, purpose, flags });
  if (!opened.ok) return opened;
  const stat = await opened.handle.stat();
  const isLinked = stat.isFile() && (await hasForeignNames(absolutePath, stat, knownNames));
  if (stat.isFile() && !isLinked) return opened;
  await opened.handle.close();
  if (isLinked) return { ok: false, isLinked, message: HARD_LINK };
  return {
    ok: false,
    message: stat.isDirectory()
      ? "This is a directory, not a file. Use list_directory."
      : "This is not a regular file.",
  };
}

const HARD_LINK =
  "The file has further names (hard links), which may be outside the project folder, so tools do not access it. Ask the person to replace it with a copy.";

/** Folders whose files package managers and git link from a store of their own. */
const LINKED_FOLDERS = new Set(["node_modules", "site-packages", ".git"]);

/** True for a file with names that tools did not give it: a hard link shows a file of another folder as one of this folder. */
async function hasForeignNames(absolutePath: string, stat: Stats, knownNames: number): Promise<boolean> {
  if (stat.nlink <= knownNames || absolutePath.split(sep).some((segment) => LINKED_FOLDERS.has(segment)))
    return false;
  return stat.nlink > knownNames + (await leftoverNames(dirname(absolutePath), stat));
}

/** Returns the number of temporary names that a process left when it died while it created this file. */
async function leftoverNames(directory: string, { ino, dev }: Stats): Promise<number> {
  const names = (await readdir(directory)).filter(isTemporaryName).slice(0, MAX_LEFTOVERS);
  const stats = await Promise.all(names.map((name) => lstat(join(directory, name)).catch(() => null)));
  return stats.filter((other) => other?.ino === ino && other.dev === dev).length;
}

/** Opens a directory with the same check. `path` may be below an open directory (`pathBelow`). */
export async function openDirectoryInside(
  fence: Fence,
  path: string,
  purpose: PathPurpose,
): Promise<OpenResult> {
  return openChecked({ fence, path, purpose, flags: constants.O_RDONLY | constants.O_DIRECTORY });
}

/** Returns a path below an open directory, bound to that exact directory where the system supports it. */
export function pathBelow(directory: FileHandle, directoryPath: string, name: string): string {
  return join(HAS_DESCRIPTOR_FOLDER ? `/proc/self/fd/${String(directory.fd)}` : directoryPath, name);
}

/** Returns the entries of a directory in name order; undefined when it cannot be read or is no longer inside the fence. */
export async function readDirectoryInside(
  fence: Fence,
  absolutePath: string,
): Promise<readonly Dirent[] | undefined> {
  const opened = await openDirectoryInside(fence, absolutePath, "read");
  if (!opened.ok) return undefined;
  try {
    const entries = await readdir(pathBelow(opened.handle, absolutePath, "."), { withFileTypes: true });
    return entries.sort((left, right) => (left.name < right.name ? -1 : 1));
  } catch {
    return undefined;
  } finally {
    await opened.handle.close();
  }
}

type OpenRequest = {
  readonly fence: Fence;
  readonly path: string;
  readonly purpose: PathPurpose;
  readonly flags: number;
};

async function openChecked(request: OpenRequest): Promise<OpenResult> {
  let handle: FileHandle;
  try {
    handle = await open(request.path, request.flags | constants.O_NOFOLLOW);
  } catch (error) {
    return { ok: false, message: describeSystemError(error) };
  }
  const refusal = await openedRefusalReason(request, handle).catch(describeSystemError);
  if (refusal === undefined) return { ok: true, handle };
  await handle.close();
  return { ok: false, message: refusal };
}

async function openedRefusalReason(request: OpenRequest, handle: FileHandle): Promise<string | undefined> {
  if (HAS_DESCRIPTOR_FOLDER) {
    const actual = await readlink(`/proc/self/fd/${String(handle.fd)}`);
    // The kernel marks files that were replaced after being opened; their content is still the checked one.
    return refusalReason(request.fence, actual.replace(/ \(deleted\)$/, ""), request.purpose);
  }
  const actual = await realpath(request.path);
  const [opened, current] = await Promise.all([handle.stat(), lstat(actual)]);
  if (opened.ino !== current.ino || opened.dev !== current.dev)
    return "The path changed while it was being opened. Try again.";
  return refusalReason(request.fence, actual, request.purpose);
}

import { constants } from "node:fs";
import { type FileHandle, lstat, open, readdir, readlink, realpath } from "node:fs/promises";
import { join } from "node:path";
import type { Dirent } from "node:fs";
import { type Fence, type PathPurpose, refusalReason } from "./fence.ts";
import { describeSystemError } from "./system-error.ts";

export type OpenResult =
  { readonly ok: true; readonly handle: FileHandle } | { readonly ok: false; readonly message: string };

/** Linux exposes a process's open files as paths: a name below an open directory cannot be redirected by a link created in between. */
const HAS_DESCRIPTOR_FOLDER = process.platform === "linux";

/**
 * Opens a regular file and checks the file that was actually opened, so that a link created after `resolveInside` cannot escape. The caller
 * closes the handle. Never blocks on a pipe or device: those are rejected.
 */
export async function openFileInside(
  fence: Fence,
  absolutePath: string,
  purpose: PathPurpose,
): Promise<OpenResult> {
  const opened = await openChecked({
    fence,
    path: absolutePath,
    purpose,
    flags: constants.O_RDONLY | constants.O_NONBLOCK,
  });
  if (!opened.ok) return opened;
  const stat = await opened.handle.stat();
  if (stat.isFile()) return opened;
  await opened.handle.close();
  return {
    ok: false,
    message: stat.isDirectory()
      ? "This is a directory, not a file. Use list_directory."
      : "This is not a regular file.",
  };
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

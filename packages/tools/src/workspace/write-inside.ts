import { constants } from "node:fs";
import { type BigIntStats } from "node:fs";
import { type FileHandle, link, lstat, mkdir, open, rename, unlink } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { openDirectoryInside, pathBelow } from "./open-inside.ts";
import { oneAtATime } from "./one-at-a-time.ts";
import { removeLeftovers } from "./remove-leftovers.ts";
import type { InsidePath } from "./root.ts";
import { describeSystemError, systemErrorCode } from "./system-error.ts";
import { temporaryName } from "./temporary-name.ts";

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly message: string };

export type WriteRequest = {
  readonly target: InsidePath;
  readonly bytes: Buffer;
  /** The file as it was read; null when it must not exist yet. */
  readonly expected: BigIntStats | null;
  /** A unique name for the temporary file. */
  readonly uniqueName: string;
};

/**
 * Replaces or creates a file atomically: readers see the old or the new content, never a part. Keeps the mode of a replaced file, creates
 * missing parent directories, and writes nothing when the file is no longer the expected one.
 */
export async function writeInside(request: WriteRequest): Promise<WriteResult> {
  const directory = await openParent(request.target);
  if (!directory.ok) return directory;
  try {
    const { handle } = directory;
    return await oneAtATime(request.target.absolute, async () => await writeBelow(request, handle));
  } catch (error) {
    return { ok: false, message: describeSystemError(error) };
  } finally {
    await directory.handle.close();
  }
}

type Parent =
  | { readonly ok: true; readonly handle: FileHandle }
  | { readonly ok: false; readonly message: string };

async function openParent(target: InsidePath): Promise<Parent> {
  const { fence, missing } = target;
  let path = missing.length === 0 ? dirname(target.absolute) : target.existing;
  let opened = await openDirectoryInside(fence, path, "write");
  for (const name of missing.slice(0, -1)) {
    if (!opened.ok) return opened;
    const parent = opened.handle;
    const child = pathBelow(parent, path, name);
    path = join(path, name);
    try {
      await mkdir(child).catch(ignoreExisting);
      opened = await openDirectoryInside(fence, child, "write");
    } catch (error) {
      return { ok: false, message: describeSystemError(error) };
    } finally {
      await parent.close();
    }
  }
  return opened;
}

async function writeBelow(request: WriteRequest, directory: FileHandle): Promise<WriteResult> {
  const { target, expected } = request;
  const folder = dirname(target.absolute);
  const final = pathBelow(directory, folder, basename(target.absolute));
  const temporary = pathBelow(directory, folder, temporaryName(request.uniqueName));
  const mode = expected === null ? 0o666 : Number(expected.mode & 0o7777n);
  await removeLeftovers(dirname(temporary));
  try {
    await writeWhole(temporary, request.bytes, expected === null ? undefined : mode);
    if (expected !== null && !isSame(expected, await lstat(final, { bigint: true }))) {
      return {
        ok: false,
        message:
          "The file changed on disk while it was being written. Read it again with read_file, then repeat the change.",
      };
    }
    if (expected === null) await link(temporary, final);
    else await rename(temporary, final);
    return { ok: true };
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
    return {
      ok: false,
      message: "A file was created at this path in the meantime. Read it with read_file first.",
    };
  } finally {
    await unlink(temporary).catch(() => undefined);
  }
}

async function writeWhole(path: string, bytes: Buffer, mode: number | undefined): Promise<void> {
  const handle = await open(
    path,
    constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW,
    0o666,
  );
  try {
    await handle.writeFile(bytes);
    // Set separately from creation, because the process's umask would clear bits there.
    if (mode !== undefined) await handle.chmod(mode);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

function isSame(before: BigIntStats, now: BigIntStats): boolean {
  return (
    before.ino === now.ino &&
    before.dev === now.dev &&
    before.size === now.size &&
    before.mtimeNs === now.mtimeNs
  );
}

function ignoreExisting(error: unknown): void {
  if (systemErrorCode(error) !== "EEXIST") throw error;
}

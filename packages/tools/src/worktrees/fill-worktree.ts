import { chmod, mkdir, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { FolderSnapshot } from "../undo/folder-history.ts";
import type { PathContent } from "../undo/folder-state.ts";
import type { LocalVersions } from "../undo/local-versions.ts";
import { mapLimited } from "../undo/map-limited.ts";
import { PARALLEL_WRITES } from "./tunables.ts";
import { toStored } from "./worktree-record.ts";

/**
 * Writes the files of a snapshot into an empty folder, and keeps their bytes as the base of the merge. Returns the files that the agent begins with,
 * without paths that could not be read. Errors: those of the system.
 */
export async function fillWorktree(
  snapshot: FolderSnapshot,
  folder: string,
  versions: LocalVersions,
): Promise<readonly (readonly [string, PathContent])[]> {
  const known = [...snapshot.state].flatMap(([path, seen]) => {
    const content = toStored(seen);
    return content === undefined ? [] : [[path, content] as const];
  });
  const folders = known.filter(([, { kind }]) => kind === "directory");
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const [path] of folders) await mkdir(join(folder, path), { recursive: true, mode: 0o700 });
  const others = known.filter(([, { kind }]) => kind !== "directory");
  const written = await mapLimited(others, PARALLEL_WRITES, async ([path, content]) => {
    const bytes = await snapshot.read(content.sha256);
    if (bytes === undefined) return [];
    await versions.put(content.sha256, bytes);
    await writePath(join(folder, path), content, bytes);
    return [[path, content] as const];
  });
  // Modes last, the inner ones first: a folder may forbid to write into it.
  for (const [path, { mode }] of [...folders].reverse()) await chmod(join(folder, path), mode);
  return [...folders, ...written.flat()];
}

async function writePath(absolute: string, { kind, mode }: PathContent, bytes: Buffer): Promise<void> {
  await mkdir(dirname(absolute), { recursive: true, mode: 0o700 });
  if (kind === "link") return await symlink(bytes, absolute);
  await writeFile(absolute, bytes, { flag: "wx", mode: 0o600 });
  await chmod(absolute, mode);
}

import type { BigIntStats } from "node:fs";
import { lstat } from "node:fs/promises";
import { mapLimited } from "./map-limited.ts";
import type { Fence } from "../workspace/fence.ts";
import { createPathPatterns } from "../workspace/path-patterns.ts";
import { isTemporaryName } from "../workspace/temporary-name.ts";
import { walk } from "../workspace/walk.ts";
import { COVERED_MAX_BYTES, COVERED_MAX_FILES, PARALLEL_READS } from "./tunables.ts";

/** A path of a folder, without its content. `inode` identifies a file that was moved; `signature` changes whenever content or mode do. */
export type SeenPath = {
  readonly kind: "file" | "link" | "directory";
  readonly mode: number;
  readonly inode: string;
  readonly signature: string;
  /** Milliseconds since the epoch. `bornAt` is 0 where the file system does not know. */
  readonly changedAt: number;
  readonly bornAt: number;
};

export type FolderScan =
  | { readonly ok: true; readonly paths: ReadonlyMap<string, SeenPath> }
  | { readonly ok: false; readonly reason: "files" | "bytes" | "ignore_rules" | "failed" };

/** Limits other than those of `tunables.ts`. */
export type CoverLimits = { readonly files: number; readonly bytes: number };

/**
 * Lists the files, links and directories of a folder that git does not ignore, without git's own data, environment files and folders that tools may
 * not touch. Reads no content.
 */
export async function scanFolder(
  fence: Fence,
  {
    owner,
    signal,
    limits = { files: COVERED_MAX_FILES, bytes: COVERED_MAX_BYTES },
  }: { readonly owner: string; readonly signal: AbortSignal; readonly limits?: CoverLimits | undefined },
): Promise<FolderScan> {
  const patterns = createPathPatterns({ glob: null, owner, signal });
  const found: { readonly path: string; readonly absolute: string }[] = [];
  let files = 0;
  try {
    const from = { from: "", includeHidden: true, includeIgnored: false };
    for await (const entry of walk({ fence, patterns, signal, ...from })) {
      if (entry.kind === "other" || isTemporaryName(entry.relative.split("/").at(-1) ?? "")) continue;
      if (entry.kind !== "directory") files += 1;
      if (files > limits.files || found.length > 2 * limits.files) return { ok: false, reason: "files" };
      found.push({ path: entry.relative, absolute: entry.absolute });
    }
    if (patterns.tooSlow.has("ignore_files")) return { ok: false, reason: "ignore_rules" };
  } finally {
    await patterns.close();
  }
  if (signal.aborted) return { ok: false, reason: "failed" };
  let bytes = 0n;
  const seen = await mapLimited(found, PARALLEL_READS, async ({ path, absolute }) => {
    const stat = await lstat(absolute, { bigint: true }).catch(() => null);
    const known = stat === null ? null : toSeenPath(stat);
    if (known?.kind === "file") bytes += stat?.size ?? 0n;
    return known === null ? [] : [[path, known] as const];
  });
  return bytes > limits.bytes ? { ok: false, reason: "bytes" } : { ok: true, paths: new Map(seen.flat()) };
}

/** Returns what is known of a path by its status; null for anything but a file, a link or a directory. */
export function toSeenPath(stat: BigIntStats): SeenPath | null {
  const kind = stat.isFile()
    ? "file"
    : stat.isDirectory()
      ? "directory"
      : stat.isSymbolicLink()
        ? "link"
        : null;
  if (kind === null) return null;
  const inode = `${String(stat.dev)}:${String(stat.ino)}`;
  const mode = kind === "link" ? 0 : Number(stat.mode & 0o7777n);
  // The times of a directory change with its entries, which are seen on their own.
  const times = kind === "directory" ? [] : [stat.size, stat.mtimeNs, stat.ctimeNs];
  return {
    ...{ kind, mode, inode },
    signature: [kind, mode, inode, ...times].join(":"),
    changedAt: Number(stat.ctimeMs),
    bornAt: Number(stat.birthtimeMs),
  };
}

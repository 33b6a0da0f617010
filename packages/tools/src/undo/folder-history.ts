import { createHash } from "node:crypto";
import { readlink, realpath, rm } from "node:fs/promises";
import { join, resolve } from "node:path";
import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";
import { readBounded } from "../bounded/read-bounded.ts";
import { hashOfBytes } from "../files/content-blob.ts";
import { createFence, type Fence } from "../workspace/fence.ts";
import { oneAtATime } from "../workspace/one-at-a-time.ts";
import { openFileInside } from "../workspace/open-inside.ts";
import type { FolderState, KnownPath } from "./folder-state.ts";
import { type LocalVersions, openLocalVersions } from "./local-versions.ts";
import { mapLimited } from "./map-limited.ts";
import { type CoverLimits, type FolderScan, scanFolder, type SeenPath } from "./scan-folder.ts";
import type { VersionSeal } from "./sealed-bytes.ts";
import { CLOCK_STEP_MS, PARALLEL_READS, VERSION_MAX_BYTES } from "./tunables.ts";

/** A folder at one moment, with the versions of its files. */
export type FolderSnapshot = {
  readonly state: FolderState;
  /** Returns the bytes of a version, or the text of a link's target; undefined for one that is gone. */
  read(sha256: string): Promise<Buffer | undefined>;
};

export type SnapshotResult =
  | ({ readonly ok: true } & FolderSnapshot)
  | Extract<FolderScan, { readonly ok: false }>;

/** Whose folder is looked at, with what tools may not touch in it. */
export type SnapshotRequest = {
  readonly folder: string;
  readonly forbiddenFolders: readonly string[];
  /** The workspace, whose patterns take turns with those of others. */
  readonly owner: string;
  readonly signal: AbortSignal;
};

/** The project folders of a machine at the moments before and after commands. */
export interface FolderHistory {
  /** Looks at a folder, and reads the files that have changed since the last look. Never rejects. */
  take(request: SnapshotRequest): Promise<SnapshotResult>;
  /** Deletes the versions of a folder that no one will look at again. */
  forget(folder: string): Promise<void>;
}

/** The content of a path when it had this signature. */
type Read = { readonly signature: string; readonly sha256: string };

const manifestSchema = z.record(z.string(), z.tuple([z.string(), z.string()]));

/** Creates the history of folders; versions are kept below `home`, which tools cannot reach. */
export function createFolderHistory({
  home,
  seal,
  limits,
}: {
  readonly home: string;
  readonly seal: VersionSeal;
  /** @default those of `tunables.ts` */
  readonly limits?: CoverLimits;
}): FolderHistory {
  const known = new Map<string, ReadonlyMap<string, Read>>();
  const placeOf = (root: string): string =>
    join(home, "folders", createHash("sha256").update(root).digest("hex").slice(0, 32));
  return {
    forget: async (folder) => {
      const root = await realpath(folder).catch(() => resolve(folder));
      await oneAtATime(`undo:${root}`, async () => {
        known.delete(root);
        await rm(placeOf(root), { recursive: true, force: true });
      });
    },
    take: async ({ folder, forbiddenFolders, owner, signal }) => {
      const fence = await createFence(folder, { forbiddenFolders });
      if (fence === undefined) return { ok: false, reason: "failed" };
      const versions = openLocalVersions(placeOf(fence.root), seal);
      return await oneAtATime(`undo:${fence.root}`, async () => {
        try {
          const earlier = known.get(fence.root) ?? (await readManifest(versions));
          const isFirst = !known.has(fence.root);
          const lookedAt = Date.now();
          const scan = await scanFolder(fence, { owner, signal, limits });
          if (!scan.ok) return scan;
          const state = await readPaths({ fence, versions, earlier }, scan.paths);
          const reads = trusted(state, lookedAt);
          known.set(fence.root, reads);
          if (isFirst || hasChanged(earlier, reads)) await versions.writeManifest(toManifest(reads));
          if (isFirst) void versions.prune(new Set([...reads.values()].map(({ sha256 }) => sha256)));
          return { ok: true, state, read: versions.get };
        } catch {
          return { ok: false, reason: "failed" };
        }
      });
    },
  };
}

/** Returns the contents that are still valid at the next look: a file that has just changed may change again without a visible trace. */
function trusted(state: FolderState, lookedAt: number): ReadonlyMap<string, Read> {
  return new Map(
    [...state].flatMap(([path, { kind, signature, sha256, changedAt }]) =>
      kind === "directory" || sha256 === null || changedAt > lookedAt - CLOCK_STEP_MS
        ? []
        : [[path, { signature, sha256 }] as const],
    ),
  );
}

function hasChanged(earlier: ReadonlyMap<string, Read>, now: ReadonlyMap<string, Read>): boolean {
  return (
    earlier.size !== now.size ||
    [...now].some(([path, { signature }]) => earlier.get(path)?.signature !== signature)
  );
}

async function readManifest(versions: LocalVersions): Promise<ReadonlyMap<string, Read>> {
  const text = await versions.readManifest();
  const parsed = text === undefined ? undefined : manifestSchema.safeParse(parseJson(text));
  if (parsed?.success !== true) return new Map();
  return new Map(
    Object.entries(parsed.data).map(([path, [signature, sha256]]) => [path, { signature, sha256 }]),
  );
}

function toManifest(reads: ReadonlyMap<string, Read>): string {
  return JSON.stringify(
    Object.fromEntries([...reads].map(([path, { signature, sha256 }]) => [path, [signature, sha256]])),
  );
}

type Reader = {
  readonly fence: Fence;
  readonly versions: LocalVersions;
  readonly earlier: ReadonlyMap<string, Read>;
};

async function readPaths(reader: Reader, paths: ReadonlyMap<string, SeenPath>): Promise<FolderState> {
  const entries = await mapLimited([...paths], PARALLEL_READS, async ([path, seen]) => {
    const known: KnownPath = { ...seen, sha256: await contentHash(reader, path, seen) };
    return [path, known] as const;
  });
  return new Map(entries);
}

const EMPTY = hashOfBytes(Buffer.alloc(0));

/** Returns the name of the content of a path, once its version is kept; null if it cannot be read. */
async function contentHash(
  { fence, versions, earlier }: Reader,
  path: string,
  seen: SeenPath,
): Promise<string | null> {
  if (seen.kind === "directory") return EMPTY;
  const before = earlier.get(path);
  if (before?.signature === seen.signature && (await versions.has(before.sha256))) return before.sha256;
  const bytes = await readContent(fence, join(fence.root, path), seen.kind);
  if (bytes === undefined) return null;
  const sha256 = hashOfBytes(bytes);
  if (!(await versions.has(sha256))) await versions.put(sha256, bytes);
  return sha256;
}

/** Returns the bytes of a file, or the text of a link's target; undefined for one that cannot be read, or is too large to keep. */
export async function readContent(
  fence: Fence,
  absolute: string,
  kind: "file" | "link",
): Promise<Buffer | undefined> {
  if (kind === "link") return await readlink(absolute, "buffer").catch(() => undefined);
  const opened = await openFileInside(fence, absolute, "read");
  if (!opened.ok) return undefined;
  try {
    return await readBounded(opened.handle, VERSION_MAX_BYTES);
  } finally {
    await opened.handle.close();
  }
}

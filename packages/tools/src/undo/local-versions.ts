import { mkdir, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { randomUUID } from "node:crypto";
import { readFileBounded } from "../bounded/read-bounded.ts";
import type { VersionSeal } from "./sealed-bytes.ts";
import { MANIFEST_MAX_BYTES, VERSION_LIFETIME_MS, VERSION_MAX_BYTES } from "./tunables.ts";

/** The files of one project folder as they were before a command, sealed, in a folder of the server. */
export type LocalVersions = {
  /** Keeps a version under its SHA-256. */
  put(sha256: string, bytes: Uint8Array): Promise<void>;
  /** Returns a version; undefined for one that is not kept. */
  get(sha256: string): Promise<Buffer | undefined>;
  has(sha256: string): Promise<boolean>;
  readManifest(): Promise<string | undefined>;
  writeManifest(text: string): Promise<void>;
  /** Deletes old versions that `kept` does not name. */
  prune(kept: ReadonlySet<string>): Promise<void>;
};

const MANIFEST = "manifest";
const SEAL_BYTES = 64;

/** Opens the versions in `folder`, which is made when the first one is kept. */
export function openLocalVersions(folder: string, { seal, open }: VersionSeal): LocalVersions {
  const place = (sha256: string): string => join(folder, sha256.slice(0, 2), sha256);
  const write = async (path: string, bytes: Uint8Array, context: string): Promise<void> => {
    const draft = `${path}.${randomUUID()}`;
    await writeFile(draft, seal(bytes, context), { mode: 0o600 });
    await rename(draft, path);
  };
  const read = async (path: string, maxBytes: number, context: string): Promise<Buffer | undefined> => {
    try {
      const sealed = await readFileBounded(path, maxBytes + SEAL_BYTES);
      return sealed === undefined ? undefined : open(sealed, context);
    } catch {
      // Missing, or sealed with another secret: as if it were not kept.
      return undefined;
    }
  };
  const made = new Set<string>();
  const make = async (path: string): Promise<void> => {
    if (made.has(path)) return;
    await mkdir(path, { recursive: true, mode: 0o700 });
    made.add(path);
  };
  return {
    put: async (sha256, bytes) => {
      await make(join(folder, sha256.slice(0, 2)));
      await write(place(sha256), bytes, sha256);
    },
    get: async (sha256) => await read(place(sha256), VERSION_MAX_BYTES, sha256),
    has: async (sha256) =>
      await stat(place(sha256)).then(
        () => true,
        () => false,
      ),
    readManifest: async () =>
      (await read(join(folder, MANIFEST), MANIFEST_MAX_BYTES, MANIFEST))?.toString("utf8"),
    writeManifest: async (text) => {
      await make(folder);
      await write(join(folder, MANIFEST), Buffer.from(text), MANIFEST);
    },
    prune: async (kept) => {
      const before = Date.now() - VERSION_LIFETIME_MS;
      for (const part of await readdir(folder).catch(() => []))
        for (const name of await readdir(join(folder, part)).catch(() => [])) {
          const path = join(folder, part, name);
          if (kept.has(name)) continue;
          const age = await stat(path).catch(() => null);
          if (age !== null && age.mtimeMs < before) await rm(path, { force: true });
        }
    },
  };
}

import { GoaltraceError } from "@goaltrace/core";
import { createInMemoryMemoryStore, type MemorySnapshot } from "@goaltrace/core/in-memory";
import { parseJson } from "@goaltrace/core/parse-json";
import type { Clock, MemoryStore } from "@goaltrace/core/ports";
import { randomUUID } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { readFileBounded } from "../bounded/read-bounded.ts";
import { withFileLock } from "./file-lock.ts";

/** The version of the file format. A new version must still read older ones. */
const FORMAT = 1;
const EMPTY: MemorySnapshot = { rows: [], revisions: {}, dismissals: {} };

/** About a hundred thousand entries. */
const MAX_BYTES = 100_000_000;

const FIELDS = {
  type: z.enum(["user", "feedback", "project", "reference"]),
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()),
  content: z.string(),
};
const VERSION = {
  ...FIELDS,
  personId: z.string(),
  version: z.number(),
  savedAt: z.number(),
  source: z.object({ traceId: z.string(), sequence: z.number().nullable(), quote: z.string() }).nullable(),
};
const ENTRY = z.object({
  ...VERSION,
  id: z.string(),
  audience: z.enum(["workspace", "person"]),
  project: z.string().nullable().default(null),
  state: z.enum(["active", "held", "rejected"]),
  reason: z.string().nullable(),
  decidedBy: z.string().nullable(),
  supersededBy: z.string().nullable(),
  validTo: z.number().nullable(),
  recalls: z.number(),
  lastRecalledAt: z.number().nullable(),
  revision: z.number(),
});
const SNAPSHOT: z.ZodType<MemorySnapshot> = z.object({
  format: z.literal(FORMAT),
  revisions: z.record(z.string(), z.number()),
  dismissals: z.record(z.string(), z.array(z.string())).default({}),
  rows: z.array(
    z.object({
      entry: ENTRY,
      workspaceId: z.string(),
      versions: z.array(z.object(VERSION)),
      recalls: z.array(z.object({ traceId: z.string(), version: z.number(), at: z.number() })),
    }),
  ),
});

type Store = ReturnType<typeof createInMemoryMemoryStore>;

/**
 * Keeps memory entries in one JSON file, for programs without a database. Several processes may use the file: each call reads it, and changes wait
 * for each other. Meant for some thousand entries, because every change writes the whole file. Errors: CONFIGURATION_INVALID if the file has other
 * content, CONFLICT if another process holds it for ten seconds.
 */
export function createFileMemoryStore(
  file: string,
  clock: Pick<Clock, "now"> = { now: () => Date.now() },
): MemoryStore {
  const open = async (): Promise<Store> => createInMemoryMemoryStore(clock, await readSnapshot(file));
  const read = async <T>(act: (store: Store) => Promise<T>): Promise<T> => await act(await open());
  const change = async <T>(act: (store: Store) => Promise<T>): Promise<T> =>
    await withFileLock(`${file}.lock`, async () => {
      const store = await open();
      const result = await act(store);
      await writeSnapshot(file, store.snapshot());
      return result;
    });
  return {
    revision: async (scope) => await read(async (store) => await store.revision(scope)),
    readers: async (scope, traceId) => await read(async (store) => await store.readers(scope, traceId)),
    list: async (scope) => await read(async (store) => await store.list(scope)),
    changes: async (scope, since) => await read(async (store) => await store.changes(scope, since)),
    get: async (scope, id) => await read(async (store) => await store.get(scope, id)),
    versions: async (scope, id) => await read(async (store) => await store.versions(scope, id)),
    recalls: async (scope, id) => await read(async (store) => await store.recalls(scope, id)),
    save: async (scope, entry) => await change(async (store) => await store.save(scope, entry)),
    edit: async (scope, id, edit) => await change(async (store) => await store.edit(scope, id, edit)),
    dismissed: async (scope) => await read(async (store) => await store.dismissed(scope)),
    dismiss: async (scope, keys) => await change(async (store) => await store.dismiss(scope, keys)),
    supersede: async (scope, id, by) => await change(async (store) => await store.supersede(scope, id, by)),
    retire: async (scope, id) => await change(async (store) => await store.retire(scope, id)),
    decide: async (scope, id, state) => await change(async (store) => await store.decide(scope, id, state)),
    remove: async (scope, id) => await change(async (store) => await store.remove(scope, id)),
    noteRecall: async (scope, traceId, memories) =>
      await change(async (store) => await store.noteRecall(scope, traceId, memories)),
  };
}

async function readSnapshot(file: string): Promise<MemorySnapshot> {
  let bytes: Buffer | undefined;
  try {
    bytes = await readFileBounded(file, MAX_BYTES);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return EMPTY;
    throw thrown;
  }
  const stored = SNAPSHOT.safeParse(bytes === undefined ? null : parse(bytes.toString("utf8")));
  if (stored.success) return stored.data;
  throw new GoaltraceError({
    code: "CONFIGURATION_INVALID",
    message: `${file} is not a file of memory of this version.`,
    fix: "Name another file, or move this one away.",
  });
}

function parse(text: string): unknown {
  try {
    return parseJson(text, { maxCharacters: MAX_BYTES });
  } catch {
    return null;
  }
}

/** A process that dies while it writes leaves the old file whole. */
async function writeSnapshot(file: string, snapshot: MemorySnapshot): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const temporary = `${file}.${randomUUID()}`;
  await writeFile(temporary, JSON.stringify({ format: FORMAT, ...snapshot }), { mode: 0o600 });
  await rename(temporary, file);
}

import { profileConflict, unwrittenText } from "@goaltrace/core/profile";
import { parseJson } from "@goaltrace/core/parse-json";
import type { Clock, ProfileKey, ProfileStore } from "@goaltrace/core/ports";
import { randomUUID } from "node:crypto";
import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { readFileBounded } from "../bounded/read-bounded.ts";
import { withFileLock } from "../memory/file-lock.ts";

/** A file may be edited by hand to more than its budget; more than this is not a profile. */
const MAX_BYTES = 100_000;
const MAX_HISTORY_BYTES = 10_000_000;
const DAY_FILE = /^(\d{4}-\d{2}-\d{2})\.md$/u;

const VERSION = z.object({
  version: z.number(),
  text: z.string(),
  trimmed: z.string(),
  personId: z.string(),
  byAgent: z.boolean(),
  savedAt: z.number(),
  /** Absent in histories of earlier versions. */
  source: z.object({ traceId: z.string(), sequence: z.number().nullable() }).nullable().default(null),
});
const HISTORY = z.array(VERSION);
type Version = z.output<typeof VERSION>;

/**
 * Keeps profile files as Markdown below a folder (`SOUL.md`, `memories/USER.md`, `memories/MEMORY.md`, `memories/daily/YYYY-MM-DD.md`), for one
 * person. People may edit them in any editor: such an edit is the next version. The history of each is a JSON file in `.history`. Processes wait for each other.
 */
export function createFileProfileStore(
  folder: string,
  clock: Pick<Clock, "now"> = { now: () => Date.now() },
): ProfileStore {
  const lock = join(folder, ".history", "lock");
  const load = async (key: ProfileKey): Promise<readonly Version[]> => {
    const [text, history] = await Promise.all([
      readText(join(folder, pathOf(key)), MAX_BYTES),
      readHistory(join(folder, historyOf(key))),
    ]);
    const [newest] = history;
    if ((text ?? "") === (newest?.text ?? "")) return history;
    // Someone edited or deleted the file by hand.
    const edited = {
      text: text ?? "",
      trimmed: "",
      personId: "",
      byAgent: false,
      savedAt: clock.now(),
      source: null,
    };
    return [{ ...edited, version: (newest?.version ?? 0) + 1 }, ...history];
  };
  const lockFile = join(folder, ".history", "soul-locked");
  return {
    read: async (_scope, key) => {
      const [newest] = await load(key);
      return newest === undefined ? unwrittenText(key) : { ...key, ...newest };
    },
    versions: async (_scope, key) => (await load(key)).map((version) => ({ ...key, ...version })),
    write: async ({ personId }, key, { version, text, trimmed, byAgent, source = null }) =>
      await withFileLock(lock, async () => {
        const history = await load(key);
        if ((history[0]?.version ?? 0) !== version) throw profileConflict();
        const next = { version: version + 1, text, trimmed, personId, byAgent, savedAt: clock.now(), source };
        await replaceFile(join(folder, historyOf(key)), JSON.stringify([next, ...history]));
        await replaceFile(join(folder, pathOf(key)), text);
        return { ...key, ...next };
      }),
    days: async () => {
      const names = await readdir(join(folder, "memories", "daily")).catch(() => []);
      return names
        .flatMap((name) => DAY_FILE.exec(name)?.[1] ?? [])
        .sort()
        .reverse();
    },
    isSoulLocked: async () => (await readText(lockFile, 1)) !== null,
    lockSoul: async (_scope, isLocked) => {
      if (isLocked) await replaceFile(lockFile, "");
      else await rm(lockFile, { force: true });
    },
  };
}

function pathOf({ file, day }: ProfileKey): string {
  if (file === "soul") return "SOUL.md";
  return file === "daily"
    ? join("memories", "daily", `${dayOf(day)}.md`)
    : join("memories", `${file.toUpperCase()}.md`);
}

function historyOf({ file, day }: ProfileKey): string {
  return join(".history", file === "daily" ? `daily-${dayOf(day)}.json` : `${file}.json`);
}

/** A day becomes the name of a file, so it must be one. */
function dayOf(day: string | null): string {
  if (day !== null && DAY_FILE.test(`${day}.md`)) return day;
  throw new TypeError("A DAILY needs a day of the form YYYY-MM-DD.");
}

async function readText(path: string, maxBytes: number): Promise<string | null> {
  try {
    return (await readFileBounded(path, maxBytes))?.toString("utf8") ?? null;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return null;
    throw thrown;
  }
}

async function readHistory(path: string): Promise<readonly Version[]> {
  const text = await readText(path, MAX_HISTORY_BYTES);
  if (text === null) return [];
  return HISTORY.parse(parseJson(text, { maxCharacters: MAX_HISTORY_BYTES }));
}

/** A process that dies while it writes leaves the old file whole. */
async function replaceFile(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const temporary = `${path}.${randomUUID()}`;
  await writeFile(temporary, text, { mode: 0o600 });
  await rename(temporary, path);
}

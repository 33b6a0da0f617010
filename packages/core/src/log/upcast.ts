import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
import type { Entry } from "./entry.ts";
import type { EntryBase } from "./entry-base.ts";
import { eventUpcasts } from "./events/event-definition.ts";
import { runEventSchema } from "./events/index.ts";
import { entryBaseSchema, messageSchema } from "./message-schema.ts";

const entrySchema = z.discriminatedUnion("kind", [messageSchema, runEventSchema]);
const namesSchema = z.looseObject({
  kind: z.string().optional(),
  type: z.string().optional(),
  role: z.string().optional(),
});
const recordSchema = z.record(z.string(), z.unknown());

type RawEntry = Readonly<Record<string, unknown>>;

/** The stored forms of entries of an older version. A changed copy of such an entry has none and is written in the current version. */
const storedForms = new WeakMap<Entry, RawEntry & EntryBase>();

/**
 * Reads an entry from outside the process: a row, a file, a message. Older versions are upgraded; an entry that is unknown to this version
 * or invalid for its type is kept raw. Errors: INVALID_INPUT when the base fields (id, trace, sequence, version, time, goal) are missing.
 */
export function readEntry(raw: unknown): Entry {
  const frame = entryBaseSchema.safeParse(raw);
  if (!frame.success) throw invalidEntry(frame.error);
  const current = upcast(frame.data);
  const parsed = entrySchema.safeParse(current);
  if (current === null || !parsed.success) return unknownEntry(frame.data, raw);
  if (current !== frame.data) storedForms.set(parsed.data, frame.data);
  return parsed.data;
}

/** Returns the form in which an entry is stored and exported. Inverse of `readEntry`: unchanged entries are returned as they were read. */
export function writeEntry(entry: Entry): unknown {
  return entry.kind === "unknown" ? entry.raw : (storedForms.get(entry) ?? entry);
}

/** The version of the result of `writeEntry`. */
export function storedVersion(entry: Entry): number {
  return storedForms.get(entry)?.version ?? entry.version;
}

/** Returns the entry as part of another trace's log; everything else stays as stored. */
export function withTraceId(entry: Entry, traceId: string): Entry {
  if (entry.traceId === traceId) return entry;
  const stored = writeEntry(entry);
  return stored === entry ? { ...entry, traceId } : readEntry({ ...recordSchema.parse(stored), traceId });
}

/** Returns the entry in the newest version of its type; null when its version is newer than this program supports. */
function upcast(frame: RawEntry & EntryBase): (RawEntry & EntryBase) | null {
  const upcasts = frame["kind"] === "event" ? (eventUpcasts(frame["type"]) ?? []) : [];
  const version = upcasts.length + 1;
  if (frame.version > version) return null;
  if (frame.version === version || !isRecord(frame["data"])) return frame;
  const data = upcasts.slice(frame.version - 1).reduce<RawEntry>((older, step) => step(older), frame["data"]);
  return { ...frame, version, data };
}

function isRecord(value: unknown): value is RawEntry {
  return recordSchema.safeParse(value).success;
}

function unknownEntry(frame: EntryBase, raw: unknown): Entry {
  const { id, traceId, sequence, version, at, goalId } = frame;
  return {
    id,
    traceId,
    sequence,
    version,
    at,
    goalId,
    kind: "unknown",
    type: rawType(raw),
    raw: recordSchema.parse(raw),
  };
}

function rawType(raw: unknown): string {
  const names = namesSchema.safeParse(raw);
  if (!names.success) return "unknown";
  return names.data.type ?? names.data.role ?? names.data.kind ?? "unknown";
}

function invalidEntry(error: z.ZodError): GoaltraceError {
  return new GoaltraceError(
    {
      code: "INVALID_INPUT",
      message: `Invalid log entry: ${z.prettifyError(error)}`,
      fix: "Import a file exported by Goaltrace.",
    },
    { cause: error },
  );
}

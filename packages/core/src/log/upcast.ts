import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
import type { Entry } from "./entry.ts";
import type { EntryBase } from "./entry-base.ts";
import { upcastsOf } from "./events/definition-of.ts";
import { runEventSchema } from "./events/index.ts";
import { entryBaseSchema, messageSchema } from "./message-schema.ts";

const knownEntrySchema = z.discriminatedUnion("kind", [messageSchema, runEventSchema]);
const namesSchema = z.looseObject({
  kind: z.string().optional(),
  type: z.string().optional(),
  role: z.string().optional(),
});
const recordSchema = z.record(z.string(), z.unknown());

type RawEntry = Readonly<Record<string, unknown>>;

/** What entries of an older version were read from. A changed copy of such an entry is not in here: it is written in today's version. */
const storedForms = new WeakMap<Entry, RawEntry & EntryBase>();

/**
 * Reads an entry from anywhere outside the process: a row, a file, a wire. Old versions are brought up to date; what this version does not
 * know, or cannot read as what it claims to be, is kept raw and numbered. Errors: INVALID_INPUT when it has not even an entry's
 * frame (id, trace, sequence, version, time, goal).
 */
export function readEntry(raw: unknown): Entry {
  const frame = entryBaseSchema.safeParse(raw);
  if (!frame.success) throw notAnEntry(frame.error);
  const current = upcast(frame.data);
  const known = knownEntrySchema.safeParse(current);
  if (current === null || !known.success) return unknownEntry(frame.data, raw);
  if (current !== frame.data) storedForms.set(known.data, frame.data);
  return known.data;
}

/** The form in which an entry is stored and exported. Inverse of `readEntry`: entries that were not changed since are written as they came. */
export function writeEntry(entry: Entry): unknown {
  return entry.kind === "unknown" ? entry.raw : (storedForms.get(entry) ?? entry);
}

/** The version of what `writeEntry` gives. */
export function storedVersionOf(entry: Entry): number {
  return storedForms.get(entry)?.version ?? entry.version;
}

/** The entry as part of another trace's log: all else stays as it was stored. */
export function ownedBy(entry: Entry, traceId: string): Entry {
  if (entry.traceId === traceId) return entry;
  const stored = writeEntry(entry);
  return stored === entry ? { ...entry, traceId } : readEntry({ ...recordSchema.parse(stored), traceId });
}

/** The entry in the newest version of its type; null when it is of a newer one than this program knows. */
function upcast(frame: RawEntry & EntryBase): (RawEntry & EntryBase) | null {
  const upcasts = frame["kind"] === "event" ? (upcastsOf(frame["type"]) ?? []) : [];
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
    type: typeOf(raw),
    raw: recordSchema.parse(raw),
  };
}

function typeOf(raw: unknown): string {
  const names = namesSchema.safeParse(raw);
  if (!names.success) return "unknown";
  return names.data.type ?? names.data.role ?? names.data.kind ?? "unknown";
}

function notAnEntry(error: z.ZodError): GoaltraceError {
  return new GoaltraceError(
    {
      code: "INVALID_INPUT",
      message: `Not an entry of a log: ${z.prettifyError(error)}`,
      fix: "Import a file that was exported by Goaltrace.",
    },
    { cause: error },
  );
}

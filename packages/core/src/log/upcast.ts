import { z } from "zod";
import { GoaltraceError } from "../errors.ts";
import { ENTRY_VERSION, type Entry } from "./entry.ts";
import type { EntryBase } from "./entry-base.ts";
import { entryBaseSchema, messageSchema } from "./message-schema.ts";
import { runEventSchema } from "./run-event-schema.ts";

const knownEntrySchema = z.discriminatedUnion("kind", [messageSchema, runEventSchema]);
const namesSchema = z.looseObject({
  kind: z.string().optional(),
  type: z.string().optional(),
  role: z.string().optional(),
});
const recordSchema = z.record(z.string(), z.unknown());

type RawEntry = Readonly<Record<string, unknown>>;

/**
 * What turns an entry of version n into one of version n + 1, by n. A change to what is stored adds a step here, raises `ENTRY_VERSION`
 * and leaves a fixture of the old version in the tests (M20).
 */
const STEPS: ReadonlyMap<number, (raw: RawEntry) => RawEntry> = new Map();

/**
 * Reads an entry from anywhere outside the process: a row, a file, a wire. Old versions are brought up to date; what this version does not
 * know, or cannot read as what it claims to be, is kept raw and numbered (M20). Errors: INVALID_INPUT when it has not even an entry's
 * frame (id, trace, sequence, version, time, goal).
 */
export function readEntry(raw: unknown): Entry {
  const frame = entryBaseSchema.safeParse(raw);
  if (!frame.success) throw notAnEntry(frame.error);
  if (frame.data.version > ENTRY_VERSION) return unknownEntry(frame.data, raw);
  const known = knownEntrySchema.safeParse(upcast(frame.data));
  return known.success ? known.data : unknownEntry(frame.data, raw);
}

/** The form in which an entry is stored and exported: an unknown one exactly as it came. Inverse of `readEntry`. */
export function writeEntry(entry: Entry): unknown {
  return entry.kind === "unknown" ? entry.raw : entry;
}

function upcast(frame: RawEntry & EntryBase): RawEntry {
  let current: RawEntry = frame;
  for (let version = frame.version; version < ENTRY_VERSION; version += 1) {
    const step = STEPS.get(version);
    if (step !== undefined) current = { ...step(current), version: version + 1 };
  }
  return current;
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

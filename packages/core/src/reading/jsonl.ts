import { z } from "zod";
import { type JsonLimits, parseJson } from "../parse-json.ts";
import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import { traceSchema } from "../log/trace-schema.ts";
import type { Trace } from "../log/trace.ts";
import { readEntry, writeEntry } from "../log/upcast.ts";
import type { Blob } from "../ports/blob-store.ts";
import { IMPORT_HEADER_LIMITS, IMPORT_LINE_LIMITS } from "../tunables.ts";

/** The version of the file format, independent of entry versions. */
const EXPORT_FORMAT_VERSION = 1;

/** A trace with its own entries and the blobs they reference, for transfer between installations. */
export type TraceExport = {
  readonly trace: Trace;
  readonly blobs: readonly Blob[];
  readonly entries: readonly Entry[];
};

const blobSchema = z.looseObject({
  sha256: z.string().regex(/^[0-9a-f]{64}$/u),
  mediaType: z.string(),
  encoding: z.enum(["utf8", "base64"]),
  text: z.string(),
});

const headerSchema = z.looseObject({
  format: z.literal("goaltrace"),
  formatVersion: z.number().int().positive().max(EXPORT_FORMAT_VERSION),
  trace: traceSchema,
});

const lineSchema = z.union([z.looseObject({ blob: blobSchema }), z.looseObject({ entry: z.unknown() })]);

/**
 * Yields one JSON value per line: a header with the trace, then the blobs, then the entries in order. Lossless: `readExport` returns the
 * same, including entries of unknown types. Lines contain no line breaks.
 */
export function* exportLines(source: TraceExport): Generator<string> {
  yield JSON.stringify({ format: "goaltrace", formatVersion: EXPORT_FORMAT_VERSION, trace: source.trace });
  for (const blob of source.blobs) yield JSON.stringify({ blob });
  for (const entry of source.entries) yield JSON.stringify({ entry: writeEntry(entry) });
}

/** Reads the lines of one trace, one after another. */
export type ExportReader = {
  /** Errors: INVALID_INPUT with the line number, also for an entry out of order and for a line with too many or too deeply nested values. */
  read(line: string): void;
  /** Returns what was read. Errors: INVALID_INPUT without a header. */
  end(): TraceExport;
};

/** Creates a reader. Blobs may appear anywhere after the header, and empty lines are skipped. `before` is the number of preceding lines in the file. */
export function createExportReader(before = 0): ExportReader {
  let trace: Trace | undefined;
  const blobs: Blob[] = [];
  const entries: Entry[] = [];
  let number = before;
  return {
    read(line) {
      number += 1;
      if (line.trim() === "") return;
      const value = parseLine(line, { number, limits: trace ? IMPORT_LINE_LIMITS : IMPORT_HEADER_LIMITS });
      if (trace === undefined) {
        trace = parse(headerSchema, value, number).trace;
        return;
      }
      const item = parse(lineSchema, value, number);
      if ("blob" in item && item.blob !== undefined) blobs.push(parse(blobSchema, item.blob, number));
      else entries.push(nextEntry(item["entry"], { trace, entries, number }));
    },
    end() {
      if (trace === undefined) throw invalid(number, "the file is empty");
      return { trace, blobs, entries };
    },
  };
}

/** Reads the lines of one trace at once. Errors: as `createExportReader`. */
export function readExport(lines: Iterable<string>, before = 0): TraceExport {
  const reader = createExportReader(before);
  for (const line of lines) reader.read(line);
  return reader.end();
}

function nextEntry(
  raw: unknown,
  at: { readonly trace: Trace; readonly entries: readonly Entry[]; readonly number: number },
): Entry {
  const entry = readEntry(raw);
  const expected = (at.entries.at(-1)?.sequence ?? at.trace.origin?.sequence ?? 0) + 1;
  if (entry.traceId !== at.trace.id)
    throw invalid(at.number, `the entry belongs to another trace ${entry.traceId}`);
  if (entry.sequence !== expected)
    throw invalid(at.number, `expected entry ${expected}, got ${entry.sequence}`);
  return entry;
}

function parseLine(
  line: string,
  { number, limits }: { readonly number: number; readonly limits: JsonLimits },
): unknown {
  try {
    return parseJson(line, limits);
  } catch (error) {
    throw invalid(number, error instanceof Error ? error.message : "not valid JSON");
  }
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, number: number): z.output<Schema> {
  const parsed = schema.safeParse(value);
  if (!parsed.success) throw invalid(number, z.prettifyError(parsed.error));
  return parsed.data;
}

function invalid(line: number, reason: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `Line ${line} of the export cannot be read: ${reason}.`,
    fix: "Export the trace again; the file must contain its header, blobs and entries, complete and in order.",
  });
}

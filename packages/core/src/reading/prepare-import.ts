import { GoaltraceError } from "../errors.ts";
import type { Entry, EntryDraft } from "../log/entry.ts";
import { entryVersion } from "../log/entry-version.ts";
import { emptyProjection, projectEntry } from "../log/project.ts";
import { isTerminal, type Trace } from "../log/trace.ts";
import { readEntry, withTraceId, writeEntry } from "../log/upcast.ts";
import type { Blob } from "../ports/blob-store.ts";
import type { Ids } from "../ports/clock.ts";
import type { Redactor } from "../ports/redactor.ts";
import type { Scope } from "../ports/scope.ts";
import type { TraceStore } from "../ports/trace-store.ts";
import { MAX_IMPORTED_CONTEXT_BYTES } from "../tunables.ts";
import { binaryText, blobBytes, contentHash } from "./content-hash.ts";
import { createExportReader, type TraceExport } from "./jsonl.ts";
import type { ExportedFile } from "./split-exports.ts";

/** The end of the year 9999, which every clock and database can represent. */
const MAX_TIME_MS = 253_402_300_799_000;
const MAX_NAME_LENGTH = 300;
const MAX_TAG_LENGTH = 100;
const MAX_TAGS = 100;
const MAX_VERSION = 1_000_000;

/** A pause between two pieces of long work. */
type Rest = () => Promise<void>;

/** The place of an imported run below another one of the same file. */
export type ImportedPlace = { readonly rootId: string; readonly parentId: string };

/** A validated run of a file. */
export type PreparedImport = {
  /** The ids that the file gives the run, its root and its parent. */
  readonly trace: Pick<Trace, "id" | "rootId" | "parentId">;
  /** Creates the run with this id. Errors: those of `TraceStore.create`. `renamed` maps the ids that runs of the file have in it to new ones. */
  store(
    traces: Pick<TraceStore, "create">,
    as: {
      readonly id: string;
      readonly place: ImportedPlace | null;
      readonly renamed: ReadonlyMap<string, string>;
    },
  ): Promise<void>;
};

/**
 * Validates the export of one trace and prepares it for a workspace: it belongs to the importer and to no conversation or folder, its
 * projection is computed from the entries, and a run that was still active ends as interrupted. Nothing is stored before `store`. Holds the
 * whole file in memory. Waits for `rest` between pieces of its work, and of that of `store`, so that a long file does not hold up the process. Errors: INVALID_INPUT with the line number or the problem.
 */
export async function prepareImport(
  file: ExportedFile,
  into: {
    readonly scope: Scope;
    readonly ids: Ids;
    readonly redactor: Redactor;
    /** Resolves when the work may continue. Default: at once. */
    readonly rest?: Rest;
  },
): Promise<PreparedImport> {
  const { lines, before } = file;
  const { rest = async () => undefined } = into;
  const read = await readFile(file, rest);
  const headerLine = before + lines.findIndex((line) => line !== "") + 1;
  const problem = (await findProblem(read, rest)) ?? (await findSecret(read, into.redactor, rest));
  if (problem !== null)
    throw invalid(`The trace starting on line ${headerLine} cannot be imported: ${problem}.`);
  const { entries, projection } = await withEnd(read, into.ids, rest);
  return {
    trace: read.trace,
    store: async (traces, { id, place, renamed }) => {
      const stored: Entry[] = [];
      for (const entry of entries) {
        stored.push(withTraceId(renamed.size === 0 ? entry : withNewIds(entry, renamed), id));
        await rest();
      }
      const trace = toImportedTrace({ ...read.trace, id, ...projection }, { scope: into.scope, place });
      await traces.create(into.scope, trace, stored, read.blobs);
    },
  };
}

/** Replaces the ids of other runs of the file in an entry. They are names, not hashes, and stand alone in their fields. */
function withNewIds(entry: Entry, renamed: ReadonlyMap<string, string>): Entry {
  return readEntry(replaceTexts(writeEntry(entry), renamed));
}

function replaceTexts(value: unknown, renamed: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return renamed.get(value) ?? value;
  if (Array.isArray(value)) return value.map((item) => replaceTexts(item, renamed));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, replaceTexts(field, renamed)]),
  );
}

async function readFile({ lines, before }: ExportedFile, rest: Rest): Promise<TraceExport> {
  const reader = createExportReader(before);
  try {
    for (const line of lines) {
      reader.read(line);
      await rest();
    }
    return reader.end();
  } catch (thrown) {
    if (thrown instanceof GoaltraceError) throw thrown;
    throw invalid("The file is not an export of traces.");
  }
}

/** Returns the reason why the file cannot be stored; null when it can. */
async function findProblem({ trace, blobs, entries }: TraceExport, rest: Rest): Promise<string | null> {
  if (entries.length === 0) return "it has no entries";
  if (trace.origin !== null)
    return `it continues trace ${trace.origin.traceId} but lacks its entries; export it again from its page`;
  if (!/^[\w-]{1,100}$/.test(trace.id)) return "its id is invalid";
  if (!isTime(trace.createdAt)) return "its time is invalid";
  if (trace.tags.length > MAX_TAGS || !trace.tags.every((tag) => isName(tag, MAX_TAG_LENGTH)))
    return "its tags are too many, too long or not valid text";
  if (jsonBytes(trace.context) > MAX_IMPORTED_CONTEXT_BYTES)
    return `its context is larger than ${MAX_IMPORTED_CONTEXT_BYTES} bytes`;
  if (![trace.agent.name, ...trace.models].every((name) => isName(name, MAX_NAME_LENGTH)))
    return "its agent name or a model name is too long or not valid text";
  return (await findOddEntry(entries, rest)) ?? (await findForgery(blobs, rest));
}

async function findOddEntry(entries: readonly Entry[], rest: Rest): Promise<string | null> {
  for (const entry of entries) {
    if (!hasPlainNames(entry)) return `entry ${entry.sequence} has an invalid id or version`;
    if (!isTime(entry.at) || !hasSafeNumbers(entry)) return `entry ${entry.sequence} has an invalid number`;
    await rest();
  }
  return null;
}

async function findForgery(blobs: readonly Blob[], rest: Rest): Promise<string | null> {
  for (const blob of blobs) {
    if (!(await isGenuine(blob))) return `the content ${blob.sha256.slice(0, 12)}… does not match its hash`;
    await rest();
  }
  return null;
}

/** Content is named by its hash, so it cannot be masked: a file with a secret of this server is rejected. */
async function findSecret(
  { trace, blobs, entries }: TraceExport,
  { redact }: Redactor,
  rest: Rest,
): Promise<string | null> {
  const hasSecret = (text: string): boolean => redact(text) !== text;
  for (const entry of entries) {
    if (hasSecret(JSON.stringify(entry))) return `entry ${entry.sequence} contains a secret of this server`;
    await rest();
  }
  for (const { text, encoding, sha256 } of blobs) {
    if ([text, encoding === "base64" ? (binaryText(text) ?? "") : ""].some(hasSecret))
      return `the content ${sha256.slice(0, 12)}… contains a secret of this server`;
    await rest();
  }
  return hasSecret(JSON.stringify(trace)) ? "its header contains a secret of this server" : null;
}

function jsonBytes(value: unknown): number {
  return new TextEncoder().encode(JSON.stringify(value)).length;
}

function isTime(at: number): boolean {
  return Number.isInteger(at) && at >= 0 && at <= MAX_TIME_MS;
}

/** The database indexes names and rejects zero bytes and lone surrogates in them. */
function isName(text: string, maxLength: number): boolean {
  return text.length <= maxLength && !/[\0\p{Surrogate}]/u.test(text);
}

function hasPlainNames(entry: Entry): boolean {
  const names = [entry.id, entry.goalId, entry.kind === "message" ? entry.role : entry.type];
  return names.every((name) => isName(name, MAX_NAME_LENGTH)) && entry.version <= MAX_VERSION;
}

/** The database sums these numbers: one that is not finite and non-negative would corrupt every total. */
function hasSafeNumbers(entry: Entry): boolean {
  if (entry.kind !== "event" || entry.type !== "call.finished") return true;
  const { usage, cost, durationMs } = entry.data;
  const counts = [usage.inputTokens, usage.outputTokens, usage.cachedTokens, usage.reasoningTokens];
  return (
    counts.every((count) => Number.isSafeInteger(count) && count >= 0 && count < 1e12) &&
    (cost === null || (Number.isFinite(cost) && cost >= 0 && cost < 1e9)) &&
    Number.isFinite(durationMs)
  );
}

async function isGenuine(blob: Blob): Promise<boolean> {
  const bytes = blobBytes(blob);
  return bytes !== null && (await contentHash(bytes)) === blob.sha256;
}

type Projection = ReturnType<typeof projectEntry>;

/** Returns the entries with an end, and their projection. Nothing resumes an imported run, so an active one ends here. */
async function withEnd(
  { trace, entries }: TraceExport,
  ids: Ids,
  rest: Rest,
): Promise<{ readonly entries: readonly Entry[]; readonly projection: Projection }> {
  let projection: Projection = emptyProjection();
  for (const entry of entries) {
    projection = projectEntry(projection, entry);
    await rest();
  }
  const last = entries.at(-1);
  if (last === undefined || isTerminal(projection.status)) return { entries, projection };
  const draft: EntryDraft = {
    goalId: last.goalId,
    kind: "event",
    type: "trace.finished",
    data: { status: "interrupted", failure: null, summary: null },
  };
  const version = entryVersion(draft);
  const place = { id: ids.next(), traceId: trace.id, sequence: last.sequence + 1, version, at: last.at };
  const end: Entry = { ...draft, ...place };
  return { entries: [...entries, end], projection: projectEntry(projection, end) };
}

/** A file cannot say that a key of this workspace started its runs. */
function withoutKey({ keyId: _keyId, ...trace }: Trace): Trace {
  return trace;
}

function toImportedTrace(
  trace: Trace,
  { scope, place }: { readonly scope: Scope; readonly place: ImportedPlace | null },
): Trace {
  return {
    ...withoutKey(trace),
    workspaceId: scope.workspaceId,
    personId: scope.personId,
    conversationId: null,
    rootId: place?.rootId ?? trace.id,
    parentId: place?.parentId ?? null,
    spawnedBy: place === null ? null : trace.spawnedBy,
    projectFolder: null,
  };
}

function invalid(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message: `${message} Nothing was imported.`,
    fix: "Export the trace again and import that file.",
  });
}

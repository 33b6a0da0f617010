import { createHash } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import type { Blob, Ids, Redactor, Scope, TraceStore } from "@goaltrace/core";
import { emptyProjection, isTerminal, ownedBy, projectEntry, readExport } from "@goaltrace/core/log";
import type { Entry, Trace, TraceExport } from "@goaltrace/core/log";

/** A file is held in memory while it is checked: nothing is stored of a file that is wrong at its end. */
export const IMPORT_LIMIT_BYTES = 64_000_000;
/** The end of the year 9999: what every clock and database can hold. */
const LAST_MOMENT = 253_402_300_799_000;
const NAME_LONGEST = 300;
const TAG_LONGEST = 100;
const MOST_TAGS = 100;
const VERSION_LARGEST = 1_000_000;

export type ImportedTrace = {
  readonly id: string;
  /** True when the id in the file was taken. */ readonly renamed: boolean;
};
export type PreparedImport = { store(traces: Pick<TraceStore, "create">): Promise<ImportedTrace> };

/**
 * Checks the lines of one exported trace and makes them fit to be stored in a workspace: as the importer's own, belonging to no
 * conversation and no folder, its projection computed anew from the entries, a run that was still going ended as interrupted. `before` is how
 * many lines of the file stand before these. Errors: INVALID_INPUT naming the line or what is wrong.
 */
export function importExport(
  lines: readonly string[],
  into: {
    readonly scope: Scope;
    readonly ids: Ids;
    readonly redactor: Redactor;
    readonly before?: number;
  },
): PreparedImport {
  const before = into.before ?? 0;
  const read = readWhole(lines, before);
  const at = before + lines.findIndex((line) => line !== "") + 1;
  const problem = problemOf(read) ?? secretIn(read, into.redactor);
  if (problem !== null) throw invalid(`The trace that begins on line ${at} cannot be imported: ${problem}.`);
  const entries = ended(read.entries, read.trace.id, into.ids);
  const store = async (traces: Pick<TraceStore, "create">, id: string): Promise<void> => {
    await traces.create(
      into.scope,
      ownTrace({ ...read.trace, id }, entries, into.scope),
      entries.map((entry) => ownedBy(entry, id)),
      read.blobs,
    );
  };
  return {
    async store(traces) {
      try {
        await store(traces, read.trace.id);
        return { id: read.trace.id, renamed: false };
      } catch (thrown) {
        if (!(thrown instanceof GoaltraceError) || thrown.code !== "CONFLICT") throw thrown;
        const id = into.ids.next();
        await store(traces, id);
        return { id, renamed: true };
      }
    },
  };
}

function readWhole(lines: readonly string[], before: number): TraceExport {
  try {
    return readExport(lines, before);
  } catch (thrown) {
    if (thrown instanceof GoaltraceError) throw thrown;
    throw invalid("The file cannot be read as exported traces.");
  }
}

/** What a file must not smuggle in; null when there is nothing wrong. */
function problemOf({ trace, blobs, entries }: TraceExport): string | null {
  if (entries.length === 0) return "it holds no entries";
  if (trace.origin !== null)
    return `it continues trace ${trace.origin.traceId} without holding its entries; export it again from its page`;
  if (!/^[\w-]{1,100}$/.test(trace.id)) return "its id is not one of ours";
  if (!isMoment(trace.createdAt)) return "its time is none";
  if (trace.tags.length > MOST_TAGS || !trace.tags.every((tag) => isName(tag, TAG_LONGEST)))
    return "its tags are too many, too long or no text";
  if (![trace.agent.name, ...trace.models].every((name) => isName(name, NAME_LONGEST)))
    return "the name of its agent or of a model is too long or no text";
  const nameless = entries.find((entry) => !hasPlainNames(entry));
  if (nameless !== undefined) return `entry ${nameless.sequence} has an id or a version that cannot be`;
  const strange = entries.find((entry) => !isMoment(entry.at) || !hasSafeNumbers(entry));
  if (strange !== undefined) return `entry ${strange.sequence} holds a number that cannot be`;
  const forged = blobs.find((blob) => hashOf(blob) !== blob.sha256);
  return forged === undefined ? null : `the content ${forged.sha256.slice(0, 12)}… is not what its name says`;
}

/** Contents go by their hash and cannot be masked: a file with a secret of ours is not taken at all (T11). */
function secretIn({ trace, blobs, entries }: TraceExport, { redact }: Redactor): string | null {
  const holds = (text: string): boolean => redact(text) !== text;
  const blob = blobs.find((one) => holds(one.text) || (one.encoding === "base64" && holds(bytesAsText(one))));
  const entry = entries.find((one) => holds(JSON.stringify(one)));
  if (entry !== undefined) return `entry ${entry.sequence} holds a secret of this server`;
  if (blob !== undefined) return `the content ${blob.sha256.slice(0, 12)}… holds a secret of this server`;
  return holds(JSON.stringify(trace)) ? "its header holds a secret of this server" : null;
}

function bytesAsText(blob: Blob): string {
  return Buffer.from(blob.text, "base64").toString("latin1");
}

function isMoment(at: number): boolean {
  return Number.isInteger(at) && at >= 0 && at <= LAST_MOMENT;
}

/** The database indexes names, and takes neither zero bytes nor half characters in them. */
function isName(text: string, longest: number): boolean {
  return text.length <= longest && !/[\0\p{Surrogate}]/u.test(text);
}

function hasPlainNames(entry: Entry): boolean {
  const names = [entry.id, entry.goalId, entry.kind === "message" ? entry.role : entry.type];
  return names.every((name) => isName(name, NAME_LONGEST)) && entry.version <= VERSION_LARGEST;
}

/** Figures are added up in the database: one that is no whole, finite quantity would spoil every total. */
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

function hashOf(blob: Blob): string {
  return createHash("sha256")
    .update(blob.encoding === "base64" ? Buffer.from(blob.text, "base64") : blob.text)
    .digest("hex");
}

/** Nobody goes on with a run that was imported: what was still going ends here. */
function ended(entries: readonly Entry[], traceId: string, ids: Ids): readonly Entry[] {
  const last = entries.at(-1);
  if (last === undefined || isTerminal(projectionOf(entries).status)) return entries;
  return [
    ...entries,
    {
      id: ids.next(),
      traceId,
      sequence: last.sequence + 1,
      version: 1,
      at: last.at,
      goalId: last.goalId,
      kind: "event",
      type: "trace.finished",
      data: { status: "interrupted", failure: null, summary: null },
    },
  ];
}

function projectionOf(entries: readonly Entry[]): ReturnType<typeof projectEntry> {
  return entries.reduce(projectEntry, emptyProjection());
}

function ownTrace(trace: Trace, entries: readonly Entry[], scope: Scope): Trace {
  return {
    ...trace,
    ...projectionOf(entries),
    workspaceId: scope.workspaceId,
    personId: scope.personId,
    conversationId: null,
    rootId: trace.id,
    parentId: null,
    spawnedBy: null,
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

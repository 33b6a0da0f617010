import {
  type Entry,
  readEntry,
  OUTLINE_VERSION,
  type OutlineEntry,
  toOutline,
  storedVersion,
  writeEntry,
} from "@goaltrace/core/log";
import { searchTextOf } from "../search/words.ts";

/** An entry as it goes into its table. `body` is its JSON, kept byte for byte. */
export type EntryRow = {
  readonly trace_id: string;
  readonly sequence: number;
  readonly workspace_id: string;
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly version: number;
  readonly at: number;
  readonly goal_id: string;
  readonly body: string;
  /** JSON of its outline; null for an entry that no view draws. */
  readonly skeleton: string | null;
  /** Null where the outline has to be derived whenever it is read: a later version may know what this one does not. */
  readonly skeleton_version: number | null;
  /** What of it can be found by text; null for nothing. */
  readonly words: string | null;
};

const HASH = /^[0-9a-f]{64}$/;
const HASH_TEXT = /"([0-9a-f]{64})"/g;

/** Reads the body of an entry; old versions are brought up to date, unknown ones kept raw. */
export function entryOf(row: { readonly body: string }): Entry {
  return readEntry(JSON.parse(row.body));
}

/** Reads stored outlines of the current version, joined by commas. */
export function outlinesIn(outline: string | null): readonly OutlineEntry[] {
  // Written by `rowOf` of this very version and by nothing else: looking into each would cost more than all the rest of reading it.
  return outline === null ? [] : (JSON.parse(`[${outline}]`) as OutlineEntry[]);
}

/** Serialises an entry, once for its whole way. The trace's row gives the workspace where the caller does not know it. */
export function rowOf(entry: Entry, workspaceId: string): EntryRow {
  const isKnown = entry.kind !== "unknown";
  const outline = isKnown ? toOutline(entry) : null;
  return {
    trace_id: entry.traceId,
    sequence: entry.sequence,
    workspace_id: workspaceId,
    id: entry.id,
    kind: entry.kind,
    type: entry.kind === "message" ? entry.role : entry.type,
    version: storedVersion(entry),
    at: entry.at,
    goal_id: entry.goalId,
    body: JSON.stringify(writeEntry(entry)),
    skeleton: outline === null ? null : JSON.stringify(outline),
    skeleton_version: isKnown ? OUTLINE_VERSION : null,
    words: searchTextOf(entry),
  };
}

/** The version of a row's outline, from its kind: what `rowOf` says, without a word more for each row. */
export const ROW_SKELETON_VERSION = `case when kind <> 'unknown' then ${OUTLINE_VERSION} end`;

/**
 * A row as an item of the group statement's recordset. Body and outline, which are JSON already, go in as they are instead of as strings of
 * JSON: half the work on either side. PostgreSQL gives it back byte for byte as text, but reads the escapes in it, and some of those it does not take.
 */
export function recordOf(row: EntryRow): string {
  const { body, skeleton, workspace_id: _, skeleton_version: __, ...columns } = row;
  const outline = skeleton === null ? "" : `,"skeleton":${jsonIn(skeleton)}`;
  return `${JSON.stringify(columns).slice(0, -1)}${outline},"body":${jsonIn(body)}}`;
}

function jsonIn(json: string): string {
  return json.includes("\\u") ? JSON.stringify(json) : json;
}

/** The events that name none: the frequent ones, and those whose hashes are of something else. */
const WITHOUT_BLOBS: ReadonlySet<string> = new Set([
  ...["call.finished", "tool.started", "tool.progressed"],
  ...["file.read", "permission.decided", "approval.requested", "tools.changed"],
]);

/** The hashes of the blobs that an entry names. Naming one too many keeps it longer; one too few would lose it. */
export function blobsNamedBy(entry: Entry, body: string): readonly string[] {
  if (entry.kind === "event" && entry.type === "call.started") {
    // Its report repeats what other entries name, and `sha256` is of the request itself. Fields of a later version count.
    const { sha256: _, ...parts } = entry.data.request;
    return Object.values(parts)
      .flat()
      .filter((part) => typeof part === "string" && HASH.test(part))
      .map(String);
  }
  if (entry.kind === "event" && WITHOUT_BLOBS.has(entry.type)) return [];
  return Array.from(body.matchAll(HASH_TEXT), (match) => match[1] ?? "");
}

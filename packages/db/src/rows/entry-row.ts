import {
  type Entry,
  readEntry,
  OUTLINE_VERSION,
  type OutlineEntry,
  toOutline,
  storedVersion,
  writeEntry,
} from "@goaltrace/core/log";
import { searchText } from "../search/words.ts";

/** The row of an entry. `body` is its JSON, stored byte for byte. */
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
  /** JSON of the entry's outline; null for an entry that no view draws. */
  readonly skeleton: string | null;
  /** Null when the outline must be derived on every read, because a later version may know the entry's type. */
  readonly skeleton_version: number | null;
  /** The searchable text of the entry; null when it has none. */
  readonly words: string | null;
};

const HASH = /^[0-9a-f]{64}$/;
const HASH_TEXT = /"([0-9a-f]{64})"/g;
const HAS_HASH = /"[0-9a-f]{64}"/;
/** By convention, the names of fields that name blobs. Any other field may hold a text of a person, model or tool that looks like a hash. */
const NAMES_BLOBS = /blobs?$/i;
/** Tools choose its fields. Those for files name the version that they read or wrote in this one. */
const METADATA = "metadata";
const FILE_VERSION = "sha256";

/** Parses the body of an entry. Old versions are upgraded; unknown entries stay raw. */
export function toEntry(row: { readonly body: string }): Entry {
  return readEntry(JSON.parse(row.body));
}

/** Parses stored outlines of the current version, joined by commas. */
export function parseOutlines(outline: string | null): readonly OutlineEntry[] {
  // Only `toEntryRow` of this version writes these, and validating each would cost more than the rest of the read.
  return outline === null ? [] : (JSON.parse(`[${outline}]`) as OutlineEntry[]);
}

/** Serializes an entry once for all later steps. `workspaceId` may be empty when the statement takes it from the trace's row. */
export function toEntryRow(entry: Entry, workspaceId: string): EntryRow {
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
    words: searchText(entry),
  };
}

/** The SQL expression of a row's outline version, derived from its kind exactly as `toEntryRow` does, so that rows need not carry it. */
export const ROW_OUTLINE_VERSION = `case when kind <> 'unknown' then ${OUTLINE_VERSION} end`;

/**
 * Returns a row as a JSON item of the group statement's recordset. Body and outline are JSON already and are embedded as they are instead
 * of as JSON strings, which halves the work on both sides. PostgreSQL returns embedded JSON byte for byte as text, but it decodes escapes
 * and rejects some of them; JSON with `\u` escapes is therefore passed as a string.
 */
export function toRecordJson(row: EntryRow): string {
  const { body, skeleton, workspace_id: _, skeleton_version: __, ...columns } = row;
  const outline = skeleton === null ? "" : `,"skeleton":${jsonIn(skeleton)}`;
  return `${JSON.stringify(columns).slice(0, -1)}${outline},"body":${jsonIn(body)}}`;
}

function jsonIn(json: string): string {
  return json.includes("\\u") ? JSON.stringify(json) : json;
}

/**
 * Returns the hashes of the blobs that an entry references. A reference is a right to read, so a hash counts only in a field that the runtime
 * writes, by its name. An unknown entry of a later version may name blobs in any field.
 */
export function referencedBlobs(entry: Entry, body: string): readonly string[] {
  if (!HAS_HASH.test(body)) return [];
  if (entry.kind === "unknown") return Array.from(body.matchAll(HASH_TEXT), ([, hash]) => hash ?? "");
  // The report of a call repeats the references of other entries.
  if (entry.kind === "event" && entry.type === "call.started") return namedBlobs(entry.data.request);
  return namedBlobs(entry);
}

function namedBlobs(value: object): readonly string[] {
  return Object.entries(value).flatMap(([name, member]: [string, unknown]) => {
    if (typeof member !== "object" || member === null)
      return NAMES_BLOBS.test(name) ? hashesIn([member]) : [];
    if (name === METADATA) return FILE_VERSION in member ? hashesIn([member[FILE_VERSION]]) : [];
    if (!Array.isArray(member)) return namedBlobs(member);
    return NAMES_BLOBS.test(name) ? hashesIn(member) : member.flatMap(namedBlobsOfItem);
  });
}

function namedBlobsOfItem(item: unknown): readonly string[] {
  return typeof item === "object" && item !== null ? namedBlobs(item) : [];
}

function hashesIn(values: readonly unknown[]): readonly string[] {
  return values.filter((value) => typeof value === "string").filter((value) => HASH.test(value));
}

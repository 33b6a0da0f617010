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
const FIELD_BEFORE = /"(\w{1,40})":$/;
const FIELD_BEFORE_LENGTH = 43;
/** Fields with text of people, models, tools and repositories. It may be a hash, and a reference is a right to read. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  ...["text", "output", "reasoning", "title", "description", "message", "reason", "focus", "path", "name"],
  ...["toolName", "toolCallId", "callId", "id", "goalId"],
]);

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

/** Events that reference no blob: the frequent ones, and those whose hashes identify other things. */
const WITHOUT_BLOBS: ReadonlySet<string> = new Set([
  ...["call.finished", "tool.started", "tool.progressed"],
  ...["file.read", "permission.decided", "approval.requested", "tools.changed"],
]);

/** Returns the hashes of the blobs that an entry references. A false match only keeps a blob longer; a missed reference would lose it. */
export function referencedBlobs(entry: Entry, body: string): readonly string[] {
  if (entry.kind === "event" && entry.type === "call.started") {
    // The report repeats references of other entries, and `sha256` is the hash of the request itself. Unknown fields of later versions
    // count.
    const { sha256: _, ...parts } = entry.data.request;
    return Object.values(parts)
      .flat()
      .filter((part) => typeof part === "string" && HASH.test(part))
      .map(String);
  }
  if (entry.kind === "event" && WITHOUT_BLOBS.has(entry.type)) return [];
  const matches = Array.from(body.matchAll(HASH_TEXT));
  // A later version may name blobs in any field.
  const references =
    entry.kind === "unknown"
      ? matches
      : matches.filter(({ index }) => !FREE_TEXT.has(fieldBefore(body, index)));
  return references.map(([, hash]) => hash ?? "");
}

/** Returns the name of the field whose value starts at `index`; empty for an item of a list. */
function fieldBefore(body: string, index: number): string {
  return FIELD_BEFORE.exec(body.slice(Math.max(0, index - FIELD_BEFORE_LENGTH), index))?.[1] ?? "";
}

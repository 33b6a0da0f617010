import type { OutlineEntry } from "./outline.ts";
import { parseOwnJson } from "../parse-own-json.ts";

/**
 * An outline in its wire format: names and field lists are stored once, times and sequences as deltas. One third the size of JSON objects.
 * A row holds: index into `shapes`, sequence delta, time delta, index of the goal in `names`, then the fields of its shape.
 */
export type PackedOutline = {
  readonly names: readonly string[];
  readonly shapes: readonly (readonly string[])[];
  readonly rows: readonly (readonly unknown[])[];
};

/** Fields whose values recur in other entries. */
const NAME_FIELDS: ReadonlySet<string> = new Set(["call", "calls", "name", "goalId", "parentId"]);
/** Each row starts with shape, sequence, time and goal. */
const ROW_HEAD = 4;
const BASE_FIELDS: ReadonlySet<string> = new Set(["q", "t", "g", "k"]);

/** Packs an outline of any kinds of entries. Inverse: `unpackOutline`. */
export function packOutline(entries: readonly OutlineEntry[]): PackedOutline {
  const packer = createPacker();
  const rows = entries.map(packer.packRow);
  return { names: packer.names(), shapes: packer.shapes, rows };
}

/** Packs an outline incrementally, in order. */
export type OutlineWriter = {
  add(entries: readonly OutlineEntry[]): void;
  /** Returns the packed outline as JSON. Inverse: `readPackedOutline`. */
  text(): string;
};

/** Creates a writer of one packed outline. Each batch is serialized when it is added, so that no batch blocks the process for long. */
export function createOutlineWriter(): OutlineWriter {
  const packer = createPacker();
  const pieces: string[] = [];
  return {
    add(entries) {
      if (entries.length > 0) pieces.push(JSON.stringify(entries.map(packer.packRow)).slice(1, -1));
    },
    text: () =>
      `{"names":${JSON.stringify(packer.names())},"shapes":${JSON.stringify(packer.shapes)},"rows":[${pieces.join(",")}]}`,
  };
}

/** Parses the text of a writer. Throws for text that is not a packed outline; rows are not validated. */
export function readPackedOutline(text: string): PackedOutline {
  const packed: unknown = parseOwnJson(text);
  if (!isPacked(packed)) throw new TypeError("not a packed outline");
  return packed;
}

/** Inverse of `packOutline`. Throws for rows with invalid references. */
export function unpackOutline({ names, shapes, rows }: PackedOutline): readonly OutlineEntry[] {
  let q = 0;
  let t = 0;
  return rows.map((row) => {
    const shape = shapes[Number(row[0])] ?? [];
    q += Number(row[1]);
    t += Number(row[2]);
    const entry: Record<string, unknown> = { q, t, g: names[Number(row[3])], k: shape[0] };
    for (let index = 1; index < shape.length; index += 1) {
      const name = shape[index] ?? "";
      const value = row[index + ROW_HEAD - 1];
      entry[name] = NAME_FIELDS.has(name) ? decodeNames(value, names) : value;
    }
    if (!isEntry(entry)) throw new TypeError(`row at sequence ${q} has no kind or goal`);
    return entry;
  });
}

type Shape = { readonly place: number; readonly keys: readonly string[]; readonly fields: readonly string[] };
type Packer = {
  readonly shapes: readonly (readonly string[])[];
  names(): readonly string[];
  packRow(entry: OutlineEntry): readonly unknown[];
};

function createPacker(): Packer {
  const nameIndexes = new Map<string, number>();
  const shapes: string[][] = [];
  const shapesByKind = new Map<string, Shape[]>();
  let last = { q: 0, t: 0 };
  const indexName = (text: string): number => {
    const known = nameIndexes.get(text);
    if (known !== undefined) return known;
    const place = nameIndexes.size;
    nameIndexes.set(text, place);
    return place;
  };
  const findShape = (entry: OutlineEntry): Shape => {
    const keys = Object.keys(entry);
    const candidates = shapesByKind.get(entry.k) ?? [];
    const existing = candidates.find((shape) => isEqualList(shape.keys, keys));
    if (existing !== undefined) return existing;
    const fields = keys.filter((name) => !BASE_FIELDS.has(name));
    const shape = { place: shapes.push([entry.k, ...fields]) - 1, keys, fields };
    shapesByKind.set(entry.k, [...candidates, shape]);
    return shape;
  };
  return {
    shapes,
    names: () => [...nameIndexes.keys()],
    packRow(entry) {
      const { place, fields } = findShape(entry);
      const values: Readonly<Record<string, unknown>> = entry;
      const row: unknown[] = [place, entry.q - last.q, entry.t - last.t, indexName(entry.g)];
      for (const name of fields)
        row.push(NAME_FIELDS.has(name) ? encodeNames(values[name], indexName) : values[name]);
      last = entry;
      return row;
    },
  };
}

function isEqualList(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index]);
}

/** Other fields are not checked: a row has the fields of the shape it was packed with. */
function isEntry(entry: object): entry is OutlineEntry {
  return "k" in entry && typeof entry.k === "string" && "g" in entry && typeof entry.g === "string";
}

function isPacked(value: unknown): value is PackedOutline {
  if (typeof value !== "object" || value === null) return false;
  const { names, shapes, rows }: { names?: unknown; shapes?: unknown; rows?: unknown } = value;
  return [names, shapes, rows].every((list) => Array.isArray(list));
}

function encodeNames(value: unknown, placeOf: (text: string) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => encodeNames(item, placeOf));
  return typeof value === "string" ? placeOf(value) : value;
}

function decodeNames(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => decodeNames(item, names));
  return typeof value === "number" ? names[value] : value;
}

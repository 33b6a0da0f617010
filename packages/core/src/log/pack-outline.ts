import type { OutlineEntry } from "./outline.ts";

/**
 * An outline as it travels: each text that names something once, each kind's fields named once, times and numbers as steps from the entry
 * before. A third of the same as JSON objects. A row is: kind's place in `shapes`, step of the sequence, step of the time, place of the
 * goal in `names`, then the fields of its shape.
 */
export type PackedOutline = {
  readonly names: readonly string[];
  readonly shapes: readonly (readonly string[])[];
  readonly rows: readonly (readonly unknown[])[];
};

/** Fields whose texts come again in other entries. */
const NAMING: ReadonlySet<string> = new Set(["call", "calls", "name", "goalId", "parentId"]);
/** Shape, sequence, time and goal stand before the fields of a row. */
const ROW_HEAD = 4;
const BASE_FIELDS: ReadonlySet<string> = new Set(["q", "t", "g", "k"]);

/** Packs an outline, whatever kinds it holds. Inverse: `unpackOutline`. */
export function packOutline(entries: readonly OutlineEntry[]): PackedOutline {
  const packing = beginPacking();
  const rows = entries.map(packing.rowOf);
  return { names: packing.names(), shapes: packing.shapes, rows };
}

/** Packs an outline that comes in pieces, in order. */
export type OutlineWriter = {
  add(entries: readonly OutlineEntry[]): void;
  /** All of it as JSON. Inverse: `readPackedOutline`. */
  text(): string;
};

/** A writer of one packed outline. Each piece becomes text when it is added, so that none of them holds up a process for long. */
export function createOutlineWriter(): OutlineWriter {
  const packing = beginPacking();
  const pieces: string[] = [];
  return {
    add(entries) {
      if (entries.length > 0) pieces.push(JSON.stringify(entries.map(packing.rowOf)).slice(1, -1));
    },
    text: () =>
      `{"names":${JSON.stringify(packing.names())},"shapes":${JSON.stringify(packing.shapes)},"rows":[${pieces.join(",")}]}`,
  };
}

/** Reads what a writer wrote. Throws for text that is no packed outline; rows are not looked into. */
export function readPackedOutline(text: string): PackedOutline {
  const packed: unknown = JSON.parse(text);
  if (!isPacked(packed)) throw new TypeError("this text holds no packed outline");
  return packed;
}

/** Unpacks what `packOutline` packed. Throws for rows that name what is not there. */
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
      entry[name] = NAMING.has(name) ? named(value, names) : value;
    }
    if (!isEntry(entry)) throw new TypeError(`row at sequence ${q} has no kind or goal`);
    return entry;
  });
}

type Shape = { readonly place: number; readonly keys: readonly string[]; readonly fields: readonly string[] };
type Packing = {
  readonly shapes: readonly (readonly string[])[];
  names(): readonly string[];
  rowOf(entry: OutlineEntry): readonly unknown[];
};

function beginPacking(): Packing {
  const places = new Map<string, number>();
  const shapes: string[][] = [];
  const known = new Map<string, Shape[]>();
  let last = { q: 0, t: 0 };
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    if (place === places.size) places.set(text, place);
    return place;
  };
  const shapeOf = (entry: OutlineEntry): Shape => {
    const keys = Object.keys(entry);
    const ofKind = known.get(entry.k) ?? [];
    const same = ofKind.find((shape) => isSame(shape.keys, keys));
    if (same !== undefined) return same;
    const fields = keys.filter((name) => !BASE_FIELDS.has(name));
    const shape = { place: shapes.push([entry.k, ...fields]) - 1, keys, fields };
    known.set(entry.k, [...ofKind, shape]);
    return shape;
  };
  return {
    shapes,
    names: () => [...places.keys()],
    rowOf(entry) {
      const { place, fields } = shapeOf(entry);
      const values: Readonly<Record<string, unknown>> = entry;
      const row: unknown[] = [place, entry.q - last.q, entry.t - last.t, placeOf(entry.g)];
      for (const name of fields) row.push(NAMING.has(name) ? placed(values[name], placeOf) : values[name]);
      last = entry;
      return row;
    },
  };
}

function isSame(left: readonly string[], right: readonly string[]): boolean {
  return left.length === right.length && left.every((name, index) => name === right[index]);
}

/** Kinds are not looked into: a row has the fields of the shape that it was packed with. */
function isEntry(entry: object): entry is OutlineEntry {
  return "k" in entry && typeof entry.k === "string" && "g" in entry && typeof entry.g === "string";
}

function isPacked(value: unknown): value is PackedOutline {
  if (typeof value !== "object" || value === null) return false;
  const { names, shapes, rows }: { names?: unknown; shapes?: unknown; rows?: unknown } = value;
  return [names, shapes, rows].every((list) => Array.isArray(list));
}

function placed(value: unknown, placeOf: (text: string) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => placed(item, placeOf));
  return typeof value === "string" ? placeOf(value) : value;
}

function named(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  return typeof value === "number" ? names[value] : value;
}

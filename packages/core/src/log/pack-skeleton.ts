import type { SkeletonEntry } from "./skeleton.ts";

/**
 * A skeleton as it travels: each text that names something once, each kind's fields named once, times and numbers as steps from the entry
 * before. A third of the same as JSON objects. A row is: kind's place in `shapes`, step of the sequence, step of the time, place of the
 * goal in `names`, then the fields of its shape.
 */
export type PackedSkeleton = {
  readonly names: readonly string[];
  readonly shapes: readonly (readonly string[])[];
  readonly rows: readonly (readonly unknown[])[];
};

/** Fields whose texts come again in other entries. */
const NAMING: ReadonlySet<string> = new Set(["call", "calls", "name", "goalId", "parentId"]);
const BASE_FIELDS: ReadonlySet<string> = new Set(["q", "t", "g", "k"]);

/** Packs a skeleton, whatever kinds it holds. Inverse: `unpackSkeleton`. */
export function packSkeleton(entries: readonly SkeletonEntry[]): PackedSkeleton {
  const places = new Map<string, number>();
  const shapePlaces = new Map<string, number>();
  const shapes: string[][] = [];
  const placeOf = (text: string): number => {
    const place = places.get(text) ?? places.size;
    places.set(text, place);
    return place;
  };
  let last = { q: 0, t: 0 };
  const rows = entries.map((entry) => {
    const all: readonly (readonly [string, unknown])[] = Object.entries(entry);
    const fields = all.filter(([name]) => !BASE_FIELDS.has(name));
    const shape = [entry.k, ...fields.map(([name]) => name)];
    const key = shape.join(" ");
    const known = shapePlaces.get(key) ?? shapes.push(shape) - 1;
    shapePlaces.set(key, known);
    const row = [known, entry.q - last.q, entry.t - last.t, placeOf(entry.g)];
    last = entry;
    return [...row, ...fields.map(([name, value]) => (NAMING.has(name) ? placed(value, placeOf) : value))];
  });
  return { names: [...places.keys()], shapes, rows };
}

/** Unpacks what `packSkeleton` packed. Throws for rows that name what is not there. */
export function unpackSkeleton({ names, shapes, rows }: PackedSkeleton): readonly SkeletonEntry[] {
  let q = 0;
  let t = 0;
  return rows.map((row) => {
    const [place, steps, passed, goal, ...values] = row;
    const [kind, ...fields] = shapes[Number(place)] ?? [];
    q += Number(steps);
    t += Number(passed);
    const entry: Record<string, unknown> = { q, t, g: names[Number(goal)], k: kind };
    fields.forEach((name, index) => {
      entry[name] = NAMING.has(name) ? named(values[index], names) : values[index];
    });
    if (!isEntry(entry)) throw new TypeError(`row at sequence ${q} has no kind or goal`);
    return entry;
  });
}

/** Kinds are not looked into: a row has the fields of the shape that it was packed with. */
function isEntry(entry: object): entry is SkeletonEntry {
  return "k" in entry && typeof entry.k === "string" && "g" in entry && typeof entry.g === "string";
}

function placed(value: unknown, placeOf: (text: string) => number): unknown {
  if (Array.isArray(value)) return value.map((item) => placed(item, placeOf));
  return typeof value === "string" ? placeOf(value) : value;
}

function named(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item) => named(item, names));
  return typeof value === "number" ? names[value] : value;
}

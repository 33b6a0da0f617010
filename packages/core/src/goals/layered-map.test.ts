import fc from "fast-check";
import { expect, it } from "vitest";
import { layeredMaps } from "./layered-map.ts";

const keys = fc.array(fc.integer({ min: 0, max: 60 }).map(String), { minLength: 20, maxLength: 60 });

it("reads like a Map after any number of changes, and leaves every earlier version as it was", () => {
  fc.assert(
    fc.property(keys, fc.integer({ min: 0, max: 80 }), (changes, startSize) => {
      const maps = layeredMaps<number>();
      const start = new Map(Array.from({ length: startSize }, (_, index) => [`s${index}`, -index]));
      let map: ReadonlyMap<string, number> = start;
      const expected = new Map(start);
      const versions: [ReadonlyMap<string, number>, Map<string, number>][] = [];
      for (const [position, key] of changes.entries()) {
        map = maps.withEntry(map, position % 3 === 0 ? `s${key}` : key, position);
        expected.set(position % 3 === 0 ? `s${key}` : key, position);
        if (position % 20 === 0) versions.push([map, new Map(expected)]);
      }
      for (const [version, model] of [...versions, [map, expected] as const]) expectSame(version, model);
    }),
    { numRuns: 15 },
  );
});

function expectSame(map: ReadonlyMap<string, number>, model: ReadonlyMap<string, number>): void {
  expect([...map]).toEqual([...model]);
  expect([...map.entries()]).toEqual([...model.entries()]);
  expect([...map.keys()]).toEqual([...model.keys()]);
  expect([...map.values()]).toEqual([...model.values()]);
  expect(map.size).toBe(model.size);
  const visited: unknown[] = [];
  map.forEach((value, key, self) => visited.push([key, value, self === map]));
  expect(visited).toEqual([...model].map(([key, value]) => [key, value, true]));
  for (const key of [...model.keys(), "unknown"]) {
    expect(map.get(key)).toBe(model.get(key));
    expect(map.has(key)).toBe(model.has(key));
  }
}

it.each([
  { size: 900, changes: 30 },
  { size: 16, changes: 16 },
])("copies a map of $size entries only after $changes changes", ({ size, changes }) => {
  const maps = layeredMaps<number>();
  let copies = 0;
  const start = new (class extends Map<string, number> {
    override [Symbol.iterator](): MapIterator<[string, number]> {
      copies += 1;
      return super[Symbol.iterator]();
    }
  })(Array.from({ length: size }, (_, index) => [`s${index}`, index]));
  let map: ReadonlyMap<string, number> = start;
  for (let change = 0; change < changes; change += 1) map = maps.withEntry(map, `new ${change}`, change);
  expect(copies).toBe(0);
  map = maps.withEntry(map, "one more", 0);
  expect(copies).toBe(1);
  expect(map.size).toBe(size + changes + 1);
});

it("layers a small map only from 16 entries on", () => {
  const maps = layeredMaps<number>();
  const small = new Map(Array.from({ length: 15 }, (_, index) => [`s${index}`, index]));
  expect(maps.withEntry(small, "new", 1)).toBeInstanceOf(Map);
  expect(maps.withEntry(small.set("s15", 15), "new", 1)).not.toBeInstanceOf(Map);
});

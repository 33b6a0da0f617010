import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { expect, it } from "vitest";
import { logArbitrary } from "../testing/arbitraries.ts";
import { createOutlineWriter, packOutline, readPackedOutline, unpackOutline } from "./pack-outline.ts";
import { toOutline } from "./to-outline.ts";
import type { OutlineEntry } from "./outline.ts";
import { goalCreated } from "../testing/goal-operations.ts";

const MESSAGES = 10_000;
const GOALS = 1_000;

/** A log of 1,000 goals and 10,000 messages, with ids as a model chooses them. */
function largeLog(): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const base = (goal: number): { q: number; t: number; g: string } => ({
    q: entries.length * 2 + 1,
    t: 1_763_740_000_000 + entries.length * 731 + ((entries.length * 7_919) % 613),
    g: goal === 0 ? "root" : `g${goal}`,
  });
  for (let goal = 1; goal <= GOALS; goal += 1) {
    entries.push({
      ...base(goal),
      k: "goals",
      ops: [
        goalCreated(`g${goal}`, goal < 4 ? "root" : `g${Math.floor(goal / 4)}`, {
          index: goal % 4,
          title: `Check the totals of part ${goal}`,
        }),
      ],
    });
    for (let turn = 0; turn < MESSAGES / GOALS / 2; turn += 1) {
      const call = `call_${((goal * 5 + turn) * 2_654_435_761).toString(36)}`;
      entries.push({ ...base(goal), k: "calling", call: `0193-${call}-${call}` });
      entries.push({
        ...base(goal),
        k: "assistant",
        d: `Calls read_file (part-${goal}-${turn}.csv)`,
        i: 1_000 + goal * 7,
        o: 40 + turn,
        c: null,
        m: 900 + goal,
        calls: [call],
      });
      entries.push({ ...base(goal), k: "started", call, name: "read_file" });
      entries.push({
        ...base(goal),
        k: "tool",
        d: `read_file: part-${goal}-${turn}.csv, 120 lines`,
        call,
        name: "read_file",
        s: "ok",
        n: 300 + turn,
        m: 4,
      });
    }
  }
  return entries;
}

it("unpacks a packed outline unchanged", () => {
  const entries: OutlineEntry[] = [
    { q: 5, t: 100, g: "root", k: "user", d: "Hello", n: 3 },
    { q: 6, t: 90, g: "root", k: "assistant", d: "", i: 1, o: 2, c: 0.5, m: 0, calls: ["a", "b"] },
    { q: 9, t: 120, g: "g1", k: "assistant", d: "Hello", i: 1, o: 2, c: null, m: 0, calls: [] },
    { q: 10, t: 121, g: "g1", k: "tool", d: "x", call: "a", name: "read", s: "ok", n: 1, m: 2 },
  ];
  expect(unpackOutline(readPackedOutline(writeText(entries)))).toEqual(entries);
  expect(unpackOutline(readPackedOutline(writeText([])))).toEqual([]);
});

it("packs incrementally with the same result as in one pass", () => {
  fc.assert(
    fc.property(logArbitrary(), fc.nat(), (log, size) => {
      const entries = log.flatMap((entry) => toOutline(entry) ?? []);
      const writer = createOutlineWriter();
      const step = 1 + (size % 7);
      for (let from = 0; from < entries.length; from += step) writer.add(entries.slice(from, from + step));
      expect(readPackedOutline(writer.text())).toEqual(packOutline(entries));
      expect(unpackOutline(packOutline(entries))).toEqual(entries);
    }),
  );
});

it("rejects text that is not a packed outline", () => {
  for (const text of ["null", "[]", '{"names":[],"shapes":[]}', '{"names":[],"shapes":[],"rows":"none"}'])
    expect(() => readPackedOutline(text)).toThrow(TypeError);
});

function writeText(entries: readonly OutlineEntry[]): string {
  const writer = createOutlineWriter();
  writer.add(entries);
  return writer.text();
}

it("packs 10,000 messages and 1,000 goals in 150 bytes per message, 250 KB compressed", () => {
  const entries = largeLog();
  // In its wire format: text inside JSON.
  const text = JSON.stringify(writeText(entries));
  expect(Buffer.byteLength(text) / MESSAGES).toBeLessThanOrEqual(150);
  expect(gzipSync(text).length).toBeLessThanOrEqual(250_000);
  const unpacked = unpackOutline(packOutline(entries));
  // Compared as text: comparing 20,000 objects field by field would take most of the test's time.
  expect(JSON.stringify(unpacked.map(sortedFields)) === JSON.stringify(entries.map(sortedFields))).toBe(true);
});

function sortedFields(entry: OutlineEntry): object {
  return Object.entries(entry).sort(([left], [right]) => (left < right ? -1 : 1));
}

it("packs compactions like any other kind", () => {
  const base = { t: 5, g: "root" };
  const entries: readonly OutlineEntry[] = [
    { ...base, q: 1, k: "user", d: "Go", n: 3 },
    { ...base, q: 7, k: "compacted", layer: "clear", n: 12, before: 9_000, after: 5_000 },
    { ...base, q: 9, k: "compacted", layer: "summarise", n: 80, before: 9_500, after: 3_000 },
  ];
  const packed = packOutline(entries);
  expect(unpackOutline(packed)).toEqual(entries);
  expect(packed.shapes).toHaveLength(2);
});

it("stores names and field lists once, and sequences and times as differences", () => {
  const entries: OutlineEntry[] = [
    { q: 5, t: 100, g: "root", k: "assistant", d: "Look", i: 1, o: 2, c: null, m: 9, calls: ["a", "b"] },
    { q: 6, t: 90, g: "g1", k: "tool", d: "x", call: "b", name: "read", s: "ok", n: 1, m: 2 },
    { q: 8, t: 95, g: "root", k: "claim", goalId: "g1", verdict: "verified", d: "" },
    { q: 9, t: 95, g: "g1", k: "assistant", d: "", i: 0, o: 0, c: 0, m: 0, calls: [] },
    { q: 10, t: 96, g: "g2", k: "goals", ops: [] },
  ];
  const packed = {
    names: ["root", "a", "b", "g1", "read", "g2"],
    shapes: [
      ["assistant", "d", "i", "o", "c", "m", "calls"],
      ["tool", "d", "call", "name", "s", "n", "m"],
      ["claim", "goalId", "verdict", "d"],
      ["goals", "ops"],
    ],
    rows: [
      [0, 5, 100, 0, "Look", 1, 2, null, 9, [1, 2]],
      [1, 1, -10, 3, "x", 2, 4, "ok", 1, 2],
      [2, 2, 5, 0, 3, "verified", ""],
      [0, 1, 0, 3, "", 0, 0, 0, 0, []],
      [3, 1, 1, 5, []],
    ],
  };
  expect(packOutline(entries)).toEqual(packed);
  const writer = createOutlineWriter();
  writer.add([]);
  writer.add(entries.slice(0, 2));
  writer.add([]);
  writer.add(entries.slice(2));
  expect(writer.text()).toBe(JSON.stringify(packed));
  expect(readPackedOutline(writer.text())).toEqual(packed);
  expect(unpackOutline(packed)).toStrictEqual(entries);
});

it("packs entries of one kind with other fields, or in another order, as they are", () => {
  const base = { t: 5, g: "root" };
  const entries: readonly OutlineEntry[] = [
    { ...base, q: 1, k: "user", d: "one", n: 1 },
    { ...base, q: 2, k: "user", n: 2, d: "two" },
    Object.assign({ ...base, q: 3, k: "user", d: "three", n: 3 } as const, { later: "field" }),
    { ...base, q: 4, k: "user", d: "four", n: 4 },
  ];
  const packed = packOutline(entries);
  expect(packed.shapes).toEqual([
    ["user", "d", "n"],
    ["user", "n", "d"],
    ["user", "d", "n", "later"],
  ]);
  expect(packed.rows.map((row) => row[0])).toEqual([0, 1, 2, 0]);
  expect(unpackOutline(packed)).toStrictEqual(entries);
});

it("keeps values of name fields that are not names", () => {
  const odd = { q: 1, t: 1, g: "root", k: "started", call: null, name: ["x", null, "x"] };
  const text = JSON.stringify(packOutline([odd as unknown as OutlineEntry]));
  expect(JSON.parse(text)).toEqual({
    names: ["root", "x"],
    shapes: [["started", "call", "name"]],
    rows: [[0, 1, 1, 0, null, [1, null, 1]]],
  });
  expect(unpackOutline(readPackedOutline(text))).toEqual([odd]);
});

it.each([
  "7",
  "null",
  '"text"',
  "[]",
  '{"shapes":[],"rows":[]}',
  '{"names":[],"rows":[]}',
  '{"names":[],"shapes":[]}',
  '{"names":{},"shapes":[],"rows":[]}',
])("rejects %s as a packed outline", (text) => {
  expect(() => readPackedOutline(text)).toThrow(new TypeError("not a packed outline"));
});

it.each([
  ["an unknown shape", { names: ["root"], shapes: [], rows: [[0, 4, 1, 0]] }],
  ["an unknown goal", { names: [], shapes: [["user"]], rows: [[0, 4, 1, 0]] }],
  ["a kind that is not a text", { names: ["root"], shapes: [[7]], rows: [[0, 4, 1, 0]] }],
  ["a goal that is not a text", { names: [7], shapes: [["user"]], rows: [[0, 4, 1, 0]] }],
])("rejects a row with %s", (_, packed) => {
  expect(() => unpackOutline(readPackedOutline(JSON.stringify(packed)))).toThrow(
    new TypeError("row at sequence 4 has no kind or goal"),
  );
});

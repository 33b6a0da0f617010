import { describe, expect, it } from "vitest";
import { lastWrites } from "./last-writes.ts";

const WRITES = [
  { path: "a.ts", sequence: 3 },
  { path: "b.ts", sequence: 5 },
  { path: "a.ts", sequence: 9 },
];

describe("lastWrites", () => {
  it("returns the last write of each file up to the displayed moment, latest first", () => {
    expect(lastWrites(WRITES, null).map((write) => write.sequence)).toEqual([9, 5]);
    expect(lastWrites(WRITES, 8).map((write) => write.sequence)).toEqual([5, 3]);
    expect(lastWrites(WRITES, 2)).toEqual([]);
  });
});

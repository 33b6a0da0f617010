import type { OutlineEntry } from "@goaltrace/core/log";
import { describe, expect, it } from "vitest";
import { advancePlayback } from "./playback.ts";

const at = (q: number, t: number): OutlineEntry => ({ q, t, g: "root", k: "user", d: "", n: 1 });
const ENTRIES = [at(1, 0), at(2, 500), at(3, 60_000), at(4, 60_000)];

describe("advancePlayback", () => {
  it("follows the wall clock and shortens long pauses", () => {
    expect(advancePlayback(ENTRIES, 1, { elapsedMs: 400, speed: 1 })).toEqual({
      moment: 1,
      leftMs: 400,
      done: false,
    });
    expect(advancePlayback(ENTRIES, 1, { elapsedMs: 500, speed: 1 })).toEqual({
      moment: 2,
      leftMs: 0,
      done: false,
    });
    expect(advancePlayback(ENTRIES, 2, { elapsedMs: 1_000, speed: 1 }).moment).toBe(3);
    expect(advancePlayback(ENTRIES, 3, { elapsedMs: 39, speed: 1 }).moment).toBe(3);
  });

  it("plays up to 64 times as fast and reports the end", () => {
    expect(advancePlayback(ENTRIES, 1, { elapsedMs: 25, speed: 64 })).toEqual({
      moment: 4,
      leftMs: 0,
      done: true,
    });
  });
});

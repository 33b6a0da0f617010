import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLongWork } from "./long-work.ts";

/** Runs a work of these pieces. Returns its rests, and the longest stretch without a turn of the event loop, in milliseconds. */
async function work(
  pieces: readonly number[],
  share: number,
): Promise<{ readonly rests: readonly number[]; readonly longest: number }> {
  let at = 0;
  let longest = 0;
  let sinceTurn = 0;
  const rests: number[] = [];
  const sleep = async (milliseconds: number): Promise<void> => {
    at += milliseconds;
    rests.push(milliseconds);
    sinceTurn = 0;
    await Promise.resolve();
  };
  const rest = createLongWork(
    { sleep },
    () => share,
    () => at,
  )();
  for (const milliseconds of pieces) {
    at += milliseconds;
    sinceTurn += milliseconds;
    longest = Math.max(longest, sinceTurn);
    let hadTurn = false;
    const turn = setImmediate(() => (hadTurn = true));
    await rest();
    clearImmediate(turn);
    if (hadTurn) sinceTurn = 0;
  }
  return { rests, longest };
}

describe("long work", () => {
  it("lets others have a turn every ten milliseconds, without a rest while the process has time", async () => {
    const { rests, longest } = await work(
      Array.from({ length: 40 }, () => 3),
      1,
    );
    expect(rests).toEqual([]);
    expect(longest).toBeLessThanOrEqual(12);
  });

  it("takes at most its share of a busy process, a quarter at least, and rests for half a minute at most", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 400 }),
        fc.constantFrom(1 / 2, 1 / 3, 1 / 16),
        async (pieces, share) => {
          const { rests } = await work(pieces, share);
          const rested = rests.reduce((sum, each) => sum + each, 0);
          const worked = pieces.reduce((sum, each) => sum + each, 0);
          const wanted = worked * (1 / Math.max(share, 1 / 4) - 1);
          expect(rested).toBeLessThanOrEqual(Math.min(wanted, 30_000) + 1);
          // All but the last slice, which may have ended before its ten milliseconds.
          expect(rested).toBeGreaterThanOrEqual(Math.min(wanted - 10 * 3, 30_000 - 1) - 1);
        },
      ),
      { numRuns: 50 },
    );
  });

  it("still rests after a wait of a minute, of which it counts a second", async () => {
    const { rests } = await work([60_000, ...Array.from({ length: 20 }, () => 100)], 1 / 16);
    expect(rests).toEqual([3_000, ...Array.from({ length: 20 }, () => 300)]);
  });

  it("does not rest for more than half a minute, however long it takes", async () => {
    const pieces = Array.from({ length: 300 }, () => 200);
    const { rests } = await work(pieces, 1 / 16);
    expect(rests.reduce((sum, each) => sum + each, 0)).toBe(30_000);
  });
});

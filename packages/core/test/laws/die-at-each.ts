import { expect } from "vitest";
import { IS_SOAK } from "../../src/testing/soak.ts";

/**
 * Lives through a run without a death, then once for each append in which its process dies. `live` returns the number of its appends.
 * `isCommitted` says whether the batch of the append in which the process dies is committed or lost. A caller tests both: in soak each way at every append;
 * in `npm test` the process dies at odd appends if the batch is committed, and at even ones if it is lost.
 */
export async function dieAtEach(
  isCommitted: boolean,
  live: (deathAt: number) => Promise<number>,
): Promise<void> {
  const appends = await live(0);
  // With fewer, one of the two ways, or both, would be tested at no append.
  expect(appends).toBeGreaterThan(2);
  const [first, step] = IS_SOAK ? [1, 1] : [isCommitted ? 1 : 2, 2];
  for (let deathAt = first; deathAt <= appends; deathAt += step) await live(deathAt);
}

import { IS_SOAK } from "../../src/testing/soak.ts";

/**
 * Lives through a run without a death, then once for each append in which its process dies. `live` returns the number of its appends. In
 * `npm test` the batch is committed when a process dies at an odd append and lost at an even one, in soak a process dies in both ways at each.
 */
export async function dieAtEach(
  isCommitted: boolean,
  live: (deathAt: number) => Promise<number>,
): Promise<void> {
  const appends = await live(0);
  const [first, step] = IS_SOAK ? [1, 1] : [isCommitted ? 1 : 2, 2];
  for (let deathAt = first; deathAt <= appends; deathAt += step) await live(deathAt);
}

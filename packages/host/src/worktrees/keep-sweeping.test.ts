import { expect, it } from "vitest";
import { WORKTREE_SWEEP_MS } from "../tunables.ts";
import { keepSweeping } from "./keep-sweeping.ts";

it("sweeps again after each pause, whether or not it worked, and reports each failure once, until it is stopped", async () => {
  const stopping = new AbortController();
  const steps: string[] = [];
  let sweeps = 0;
  await keepSweeping(
    {
      sweepWorktrees: async () => {
        steps.push("sweep");
        sweeps += 1;
        if (sweeps <= 2 || sweeps === 4) throw new Error("the folder is not readable");
        return await Promise.resolve(0);
      },
      clock: {
        sleep: async (milliseconds) => {
          expect(milliseconds).toBe(WORKTREE_SWEEP_MS);
          steps.push("pause");
          if (sweeps === 5) stopping.abort();
          await Promise.resolve();
        },
      },
      logger: { warn: (message) => void steps.push(message) },
    },
    stopping.signal,
  );
  const failure = "worktrees were not removed";
  expect(steps).toEqual([
    ...["sweep", failure, "pause"],
    ...["sweep", "pause"],
    ...["sweep", "pause"],
    ...["sweep", failure, "pause"],
    ...["sweep", "pause"],
  ]);
});

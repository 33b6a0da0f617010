import { expect, it } from "vitest";
import { WORKTREE_SWEEP_MS } from "../tunables.ts";
import { keepSweeping } from "./keep-sweeping.ts";

it("sweeps again after each pause, whether or not it worked, until it is stopped", async () => {
  const stopping = new AbortController();
  const steps: string[] = [];
  await keepSweeping(
    {
      sweepWorktrees: async () => {
        const sweeps = steps.push("sweep");
        if (sweeps === 1) throw new Error("the folder is not readable");
        return await Promise.resolve(0);
      },
      clock: {
        sleep: async (milliseconds) => {
          expect(milliseconds).toBe(WORKTREE_SWEEP_MS);
          if (steps.push("pause") === 7) stopping.abort();
          await Promise.resolve();
        },
      },
      logger: { warn: (message) => void steps.push(message) },
    },
    stopping.signal,
  );
  expect(steps).toEqual(["sweep", "worktrees were not removed", "pause", "sweep", "pause", "sweep", "pause"]);
});

import type { Clock, Logger } from "@goaltrace/core/ports";
import { WORKTREE_SWEEP_MS } from "../tunables.ts";

/**
 * Removes worktrees that are left behind, at once and then every `WORKTREE_SWEEP_MS`, until `signal` aborts. Once is not enough: a process that died between
 * a merge and the removal leaves a worktree of a run that another process has yet to end. Failures are logged. Never rejects.
 */
export async function keepSweeping(
  ports: {
    readonly sweepWorktrees: () => Promise<number>;
    readonly clock: Pick<Clock, "sleep">;
    readonly logger: Pick<Logger, "warn">;
  },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    await ports.sweepWorktrees().catch((thrown: unknown) => {
      ports.logger.warn("worktrees were not removed", { error: String(thrown) });
    });
    await ports.clock.sleep(WORKTREE_SWEEP_MS, signal).catch(() => undefined);
  }
}

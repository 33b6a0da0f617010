import type { Clock, Logger } from "@goaltrace/core/ports";
import { WORKTREE_SWEEP_MS } from "../tunables.ts";

/**
 * Removes worktrees that are left behind, at once and then every `WORKTREE_SWEEP_MS`, until `signal` aborts. Once is not enough: a process that died between
 * a merge and the removal leaves a worktree of a run that another process has yet to end. A failure is logged once, until a sweep works or fails in
 * another way. Never rejects.
 */
export async function keepSweeping(
  ports: {
    readonly sweepWorktrees: () => Promise<number>;
    readonly clock: Pick<Clock, "sleep">;
    readonly logger: Pick<Logger, "warn">;
  },
  signal: AbortSignal,
): Promise<void> {
  let reported: string | null = null;
  while (!signal.aborted) {
    const error = await ports.sweepWorktrees().then(
      () => null,
      (thrown: unknown) => String(thrown),
    );
    if (error !== null && error !== reported) ports.logger.warn("worktrees were not removed", { error });
    reported = error;
    await ports.clock.sleep(WORKTREE_SWEEP_MS, signal).catch(() => undefined);
  }
}

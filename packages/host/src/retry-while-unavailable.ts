import { GoaltraceError } from "@goaltrace/core";
import { DATABASE_RETRY_FIRST_MS, DATABASE_RETRY_MAX_MS } from "./tunables.ts";

/**
 * Repeats `attempt` while the database is unavailable, for processes that cannot work without it: it may be recovering from a crash.
 * Pauses between attempts, twice as long each time up to a limit. Rethrows any other error.
 */
export async function retryWhileUnavailable<T>(
  attempt: () => Promise<T>,
  options: {
    sleep(milliseconds: number): Promise<unknown>;
    onRetry(error: GoaltraceError, pauseMs: number): void;
  },
): Promise<T> {
  for (let pauseMs = DATABASE_RETRY_FIRST_MS; ; pauseMs = Math.min(pauseMs * 2, DATABASE_RETRY_MAX_MS)) {
    try {
      return await attempt();
    } catch (thrown) {
      if (!(thrown instanceof GoaltraceError && thrown.code === "DATABASE_UNAVAILABLE")) throw thrown;
      options.onRetry(thrown, pauseMs);
    }
    await options.sleep(pauseMs);
  }
}

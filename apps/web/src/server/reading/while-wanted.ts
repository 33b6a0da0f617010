import { GoaltraceError } from "@goaltrace/core";

/**
 * Passes on what is read piece by piece for as long as the caller is there: nobody's answer to a long log is worth the time it takes from
 * others. Errors: CANCELLED once the caller has gone.
 */
export async function* whileWanted<T>(
  pieces: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  for await (const piece of pieces) {
    if (signal?.aborted === true) {
      throw new GoaltraceError({
        code: "CANCELLED",
        message: "The caller left before the answer was there.",
        fix: "Ask again.",
      });
    }
    yield piece;
  }
}

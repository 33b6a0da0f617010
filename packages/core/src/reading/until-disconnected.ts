import { GoaltraceError } from "../errors.ts";

/**
 * Passes pages on until `signal` aborts, then stops reading: an answer that nobody waits for should not slow down the others. Errors:
 * CANCELLED once the signal has aborted.
 */
export async function* untilDisconnected<T>(
  pages: AsyncIterable<T>,
  signal: AbortSignal | undefined,
): AsyncGenerator<T> {
  for await (const page of pages) {
    if (signal?.aborted === true) {
      throw new GoaltraceError({
        code: "CANCELLED",
        message: "Client disconnected.",
        fix: "Send the request again.",
      });
    }
    yield page;
  }
}

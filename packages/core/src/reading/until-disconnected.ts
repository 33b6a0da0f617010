import { GoaltraceError } from "../errors.ts";

/**
 * Yields pages until `signal` aborts, then stops reading: an abandoned request must not slow down others. Errors: CANCELLED once the signal
 * has aborted.
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

/* eslint-disable local/no-restricted-syntax -- procedures are called by name, which their types do not allow */
import type { createCaller } from "../api/root.ts";

/** Calls a procedure by name. Returns the error code and message, or `done` with the result (the first item of a stream). */
export async function callOutcome(
  caller: ReturnType<typeof createCaller>,
  name: string,
  input: unknown,
): Promise<string> {
  const [noun = "", verb = ""] = name.split(".");
  const procedures: Record<string, Record<string, (input: unknown) => Promise<unknown>>> = caller as never;
  try {
    const answer = await procedures[noun]?.[verb]?.(input);
    if (typeof answer === "object" && answer !== null && Symbol.asyncIterator in answer) {
      const first = await (answer as AsyncIterable<unknown>)[Symbol.asyncIterator]().next();
      return `done: ${JSON.stringify(first.value)}`;
    }
    return `done: ${JSON.stringify(answer)}`;
  } catch (thrown) {
    const cause = thrown instanceof Error ? thrown.cause : undefined;
    if (cause instanceof Error && "code" in cause && "fix" in cause)
      return `${String(cause.code)}: ${cause.message}`;
    return thrown instanceof Error && "code" in thrown ? String(thrown.code) : String(thrown);
  }
}

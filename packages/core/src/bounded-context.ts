import { GoaltraceError } from "./errors.ts";
import { redactValues } from "./loop/redact-draft.ts";
import type { Redactor } from "./ports/redactor.ts";
import { MAX_CONTEXT_BYTES } from "./tunables.ts";

/**
 * Returns the context of a run as it is stored: secrets masked, at most `MAX_CONTEXT_BYTES` of UTF-8 JSON. Throws INVALID_INPUT if it is
 * larger or not a JSON object.
 */
export function boundedContext(
  context: Readonly<Record<string, unknown>>,
  redactor: Redactor,
): Readonly<Record<string, unknown>> {
  const json = toJson(context);
  if (json === null || !json.startsWith("{"))
    throw invalid("The context of a run must be a JSON object", "Pass an object of names and values.");
  const bytes = new TextEncoder().encode(json).length;
  if (bytes > MAX_CONTEXT_BYTES)
    throw invalid(
      `The context of a run takes ${bytes} bytes of JSON; at most ${MAX_CONTEXT_BYTES} are allowed`,
      "Shorten it, or put large values into a file in the project folder and pass its path.",
    );
  return redactValues(context, redactor);
}

function toJson(context: unknown): string | null {
  try {
    return JSON.stringify(context) ?? null;
  } catch {
    return null;
  }
}

function invalid(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "INVALID_INPUT", message, fix });
}

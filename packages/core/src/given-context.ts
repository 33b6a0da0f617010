import { GoaltraceError } from "./errors.ts";
import type { Trace } from "./log/trace.ts";
import { redactTexts } from "./loop/redact-draft.ts";
import type { Redactor } from "./ports/redactor.ts";
import { RUN_CONTEXT_MAX_CHARACTERS } from "./tunables.ts";

/**
 * The context that a caller gives along with a run, with secrets masked in names and values. Errors: INVALID_INPUT for more than 8 kB of
 * JSON.
 */
export function givenContext(context: Trace["context"], redactor: Redactor): Trace["context"] {
  const { length } = JSON.stringify(context);
  if (length > RUN_CONTEXT_MAX_CHARACTERS)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: `The context has ${length} characters as JSON; a run keeps at most ${RUN_CONTEXT_MAX_CHARACTERS}.`,
      fix: "Keep references in the context, and put long texts into the message or a file.",
    });
  return Object.fromEntries(
    Object.entries(context).map(([name, value]) => [redactor.redact(name), redactTexts(value, redactor)]),
  );
}

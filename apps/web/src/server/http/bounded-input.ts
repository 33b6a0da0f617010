import { GoaltraceError } from "@goaltrace/core";
import { assertBoundedJson, type JsonLimits, parseJson } from "@goaltrace/core/parse-json";

/** Bounds of the JSON in requests. The size is that of `limitedBody`; the pages send some hundred values, some ten levels deep. */
const REQUEST_LIMITS: JsonLimits = { maxCharacters: 1_000_000, maxDepth: 64, maxValues: 20_000 };

/** Returns the JSON value of a request body. Errors: INVALID_INPUT for a body that is not JSON, is too deep or has too many values. */
export function parseRequestJson(text: string): unknown {
  try {
    return parseJson(text, REQUEST_LIMITS);
  } catch (thrown) {
    if (thrown instanceof GoaltraceError) throw thrown;
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "The request body is not valid JSON.",
      fix: "Send a JSON object with Content-Type: application/json.",
    });
  }
}

/** Checks a text of a request that a library parses as JSON. Errors: INVALID_INPUT as `parseRequestJson`, but not for invalid JSON. */
export function assertRequestJson(text: string): void {
  assertBoundedJson(text, REQUEST_LIMITS);
}

import type { jsonSchemaValidator, JsonSchemaValidator } from "@modelcontextprotocol/client";

/**
 * Accepts every result, whatever schema its server declares for it. The schemas are written by the server: a regular expression among them could
 * stop the whole process for minutes, and a model reads a result that does not match as well as one that does.
 */
export const acceptAnything: jsonSchemaValidator = {
  getValidator:
    <Value>(): JsonSchemaValidator<Value> =>
    (input) =>
      // eslint-disable-next-line local/no-restricted-syntax -- this validator promises nothing about the type
      ({ valid: true, data: input as Value, errorMessage: undefined }),
};

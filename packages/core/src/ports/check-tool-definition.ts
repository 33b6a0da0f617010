import { checkNames, invalidConfiguration } from "../check-names.ts";

/** A definition from a caller without type checks: any field may be missing or of another type. */
export type UncheckedDefinition = {
  readonly name?: unknown;
  readonly description?: unknown;
  readonly input?: unknown;
  readonly execute?: unknown;
};

const HINTS = {
  parameters: "Use input: z.object({ … }).",
  inputSchema: "Use input: z.object({ … }).",
  timeout: 'Use "timeLimitMs".',
  timeoutMs: 'Use "timeLimitMs".',
  handler: 'Use "execute".',
  run: 'Use "execute".',
};

/** Throws CONFIGURATION_INVALID for an option that is missing, of the wrong type or not in `names`. */
export function checkToolDefinition(
  definition: UncheckedDefinition,
  names: Readonly<Record<string, true>>,
): void {
  checkNames(definition, { names, noun: "an option of defineTool", hints: HINTS });
  const { name, description, input, execute } = definition;
  if (typeof name !== "string")
    throw invalidConfiguration("The tool has no name", 'Pass one: name: "get_weather".');
  if (typeof description !== "string" || description.trim() === "")
    throw invalidConfiguration(
      `The tool "${name}" has no description`,
      "Describe what it does and when to use it: the model reads it.",
    );
  if (!isZodSchema(input))
    throw invalidConfiguration(
      `The input of the tool "${name}" is not a schema of zod 4`,
      "Pass input: z.object({ … }). In other SDKs this option is called parameters or inputSchema.",
    );
  if (typeof execute !== "function")
    throw invalidConfiguration(
      `The tool "${name}" has no function to execute`,
      "Pass execute: async (input) => text.",
    );
}

function isZodSchema(value: unknown): boolean {
  return typeof value === "object" && value !== null && "_zod" in value;
}

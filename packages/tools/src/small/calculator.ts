import { defineTool, type ToolResult } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import { CALCULATOR_MAX_LENGTH } from "../tunables.ts";
import { evaluateExpression } from "./evaluate-expression.ts";

const input = z.object({
  expression: z
    .string()
    .min(1)
    .max(CALCULATOR_MAX_LENGTH)
    .describe('Like "(1250 * 1.19) / 12" or "sqrt(2) * 10^3". Angles in radians; % is the remainder.'),
});

/** Evaluates arithmetic in exact decimals. */
export const calculatorTool = defineTool({
  name: "calculator",
  description:
    "Computes an arithmetic expression exactly: + - * / % ^ ! and parentheses; abs, sqrt, cbrt, exp, ln, log, log2, log10, pow, mod, round, floor, ceil, " +
    "trunc, sin, cos, tan, asin, acos, atan, factorial, min, max, sum; pi, e. Use it for every non-trivial calculation.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  trust: "workspace",
  async execute({ expression }): Promise<ToolResult> {
    const result = evaluateExpression(expression);
    if (!result.ok)
      return errorResult(`Calculate ${expression}`, `Cannot calculate "${expression}": ${result.message}`);
    const output = `${result.exact ? "" : "≈ "}${result.value}`;
    return { title: `${expression} ${result.exact ? "= " : ""}${output}`, output };
  },
});

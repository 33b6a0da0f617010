import type { z } from "zod";
import { parseJson } from "./parse-json.ts";

/** A value, or the problem of the answer, in words for the model. */
export type ReadAnswer<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly problem: string };

/**
 * Reads the JSON object of an answer against a schema. Text and fences around it are left out, because models add them against any instruction;
 * the object itself must match exactly.
 */
export function readJsonAnswer<Value>(answer: string, schema: z.ZodType<Value>): ReadAnswer<Value> {
  const start = answer.indexOf("{");
  const end = answer.lastIndexOf("}");
  if (start < 0 || end < start) return { ok: false, problem: "It contains no JSON object." };
  let json: unknown;
  try {
    json = parseJson(answer.slice(start, end + 1));
  } catch (thrown) {
    return { ok: false, problem: `It is not valid JSON: ${thrown instanceof Error ? thrown.message : ""}` };
  }
  const parsed = schema.safeParse(json);
  if (parsed.success) return { ok: true, value: parsed.data };
  const [issue] = parsed.error.issues;
  const place = issue === undefined || issue.path.length === 0 ? "" : ` at ${issue.path.join(".")}`;
  return { ok: false, problem: `It does not match${place}: ${issue?.message ?? "unknown"}.` };
}

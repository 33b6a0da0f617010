import { GoaltraceError } from "@goaltrace/core";
import type { Trace, TraceMode } from "@goaltrace/core/log";
import { parseTarget } from "@goaltrace/core/permissions";
import { parseJson } from "@goaltrace/core/parse-json";

/** Options of `goaltrace run` as typed. Each parser throws INVALID_INPUT with the name of its option. */

/** Returns the values of a repeatable option in order (citty keeps only the last). Arguments after `--` are text. */
export function repeatedOption(name: string, rawArguments: readonly string[]): readonly string[] {
  const end = rawArguments.indexOf("--");
  const options = end === -1 ? rawArguments : rawArguments.slice(0, end);
  return options.flatMap((argument, index) => {
    if (argument === `--${name}`) return [options[index + 1] ?? ""];
    return argument.startsWith(`--${name}=`) ? [argument.slice(name.length + 3)] : [];
  });
}

/** Parses `ticket=SHOP-12`, `attempt=2`: values are JSON when valid, otherwise text. */
export function parseContext(pairs: readonly string[]): Trace["context"] {
  const context = new Map<string, unknown>();
  for (const pair of pairs) {
    const split = pair.indexOf("=");
    if (split < 1) throw usageError(`--context must be NAME=VALUE, not "${pair}".`, "ticket=SHOP-12");
    const name = pair.slice(0, split);
    if (context.has(name)) throw usageError(`--context ${name} was passed twice.`, `${name}=…, once`);
    context.set(name, parseValue(pair.slice(split + 1)));
  }
  return Object.fromEntries(context);
}

function parseValue(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}

/** Parses comma-separated names. */
export function parseTools(text: string | undefined): readonly string[] | undefined {
  return text
    ?.split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

/** Checks the rules of `--allow` and returns them. */
export function parseAllow(rules: readonly string[]): readonly string[] {
  for (const rule of rules) {
    const parsed = parseTarget(rule);
    if ("problem" in parsed) throw usageError(`--allow: ${parsed.problem}`, "--allow 'write_file(src/**)'");
  }
  return rules;
}

/** Parses the arguments of a tool call. */
export function parseCallArguments(text: string): object {
  const value = parseValue(text);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw usageError("The arguments must be one JSON object.", `'{"path": "src/a.ts"}'`);
}

export function parseMode(text: string | undefined): TraceMode | undefined {
  if (text === undefined || text === "agent" || text === "call") return text;
  throw usageError(`--mode must be agent or call, not "${text}".`, "--mode call");
}

export function parseMaxSteps(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const steps = Number(text);
  if (Number.isInteger(steps) && steps > 0) return steps;
  throw usageError(`--max-steps must be a whole number above 0, not "${text}".`, "--max-steps 20");
}

function usageError(message: string, example: string): GoaltraceError {
  return new GoaltraceError({ code: "INVALID_INPUT", message, fix: `Example: ${example}` });
}

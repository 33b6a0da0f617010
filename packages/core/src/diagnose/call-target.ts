import type { ToolCall } from "../log/message.ts";
import { parseJson } from "../parse-json.ts";

/** In characters: arguments may hold a whole file. */
const MAX_KEY = 200;

/** Returns what a call was about: the tool and the first text among its arguments, such as the path or the command. */
export function callTarget({ name, arguments: input }: Pick<ToolCall, "name" | "arguments">): string {
  return `${name} ${(firstText(input) ?? input).slice(0, MAX_KEY)}`;
}

/** Returns a short key that calls of one tool share if their arguments are equal. */
export function callKey({ name, arguments: input }: Pick<ToolCall, "name" | "arguments">): string {
  return `${name} ${input.length} ${input.slice(0, MAX_KEY)}`;
}

function firstText(input: string): string | undefined {
  try {
    const values: unknown = parseJson(input);
    if (typeof values !== "object" || values === null) return undefined;
    return Object.values(values).find((value): value is string => typeof value === "string");
  } catch {
    return undefined;
  }
}

import type { Tool } from "../ports/tool.ts";
import { compactSchema } from "./compact-schema.ts";
import { changeParts, type JsonSchema } from "./json-schema.ts";
import { inputSchema } from "./tools-json.ts";

/** Tools are immutable. */
const cache = new WeakMap<Tool, string>();

/**
 * Returns the definition of a tool in short, for a small window: the first sentence of its description, and its arguments with their types and
 * choices but without their texts, defaults and limits.
 */
export function shortToolJson(tool: Tool): string {
  const cached = cache.get(tool);
  if (cached !== undefined) return cached;
  const parameters = withoutTexts(compactSchema({ ...inputSchema(tool) }));
  const description = firstSentence(tool.description);
  const json = JSON.stringify({ type: "function", function: { name: tool.name, description, parameters } });
  cache.set(tool, json);
  return json;
}

/** Returns the text up to the first end of a sentence, included; all of it if there is none. */
export function firstSentence(text: string): string {
  const end = text.search(/\.(?:\s|$)/u);
  return end === -1 ? text : text.slice(0, end + 1);
}

const TEXTS: ReadonlySet<string> = new Set([
  "description",
  "title",
  "examples",
  "default",
  "maximum",
  "maxItems",
]);

/** A list of choices keeps its description, because choices rarely explain themselves. */
function withoutTexts(schema: JsonSchema): JsonSchema {
  const isChoice = Array.isArray(schema["enum"]);
  const kept = Object.entries(schema).filter(
    ([key]) => !TEXTS.has(key) || (key === "description" && isChoice),
  );
  return Object.fromEntries(kept.map(([key, value]) => [key, changeParts(key, value, withoutTexts)]));
}

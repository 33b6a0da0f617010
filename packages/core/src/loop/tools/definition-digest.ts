import { inputSchema } from "../../context/tools-json.ts";
import { jsonDigest } from "../../digest.ts";
import type { Hash } from "../../ports/clock.ts";
import type { Tool } from "../../ports/tool.ts";

/** Tools are immutable, and converting a schema takes longer than a permission decision. */
const cache = new WeakMap<Tool, string>();

/** Returns the digest of a tool's definition: name, description, schema and annotations. */
export function definitionDigest(tool: Tool, hash: Hash): string {
  const cached = cache.get(tool);
  if (cached !== undefined) return cached;
  const { name, description, annotations } = tool;
  const digest = jsonDigest({ name, description, schema: inputSchema(tool), annotations }, hash);
  cache.set(tool, digest);
  return digest;
}

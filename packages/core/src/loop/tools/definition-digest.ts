import { inputSchema } from "../../context/tools-json.ts";
import { jsonDigest } from "../../digest.ts";
import type { Hash } from "../../ports/clock.ts";
import type { Tool } from "../../ports/tool.ts";

/** A tool never changes, and converting its schema takes longer than deciding about a call. */
const cache = new WeakMap<Tool, string>();

/** The digest of what a tool claims to be. */
export function definitionDigest(tool: Tool, hash: Hash): string {
  const cached = cache.get(tool);
  if (cached !== undefined) return cached;
  const { name, description, annotations } = tool;
  const digest = jsonDigest({ name, description, schema: inputSchema(tool), annotations }, hash);
  cache.set(tool, digest);
  return digest;
}

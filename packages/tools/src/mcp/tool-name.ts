import { SERVER_TOOL_SEPARATOR } from "@goaltrace/core/log";
import { nodeHash } from "../system/hash.ts";
import { SERVER_NAME_MAX } from "./tunables.ts";

/** The longest function name that model APIs accept. */
const NAME_MAX = 64;
const HASH_CHARACTERS = 8;

/**
 * Returns the name of a server as it begins the names of its tools: lower case letters, digits and single hyphens. Null if nothing is left. Two
 * servers may get the same name; the caller keeps the first.
 */
export function serverSlug(name: string): string | null {
  const slug = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, SERVER_NAME_MAX)
    .replace(/^-+|-+$/gu, "");
  return slug === "" ? null : slug;
}

/**
 * Returns the names under which models call the tools of a server, by the server's own names: `server__tool`. No built-in tool has `__` in its
 * name and no server has it, so nothing is shadowed. A name that models cannot call, or that two tools would share, ends in a hash of the
 * original.
 */
export function toolNames(slug: string, tools: readonly string[]): ReadonlyMap<string, string> {
  const plain = tools.map((tool) => callable(slug, tool));
  return new Map(
    tools.map((tool, index) => {
      const name = plain[index] ?? "";
      const isExact = name === `${slug}${SERVER_TOOL_SEPARATOR}${tool}`;
      return [tool, isExact ? name : withHash(name, tool)];
    }),
  );
}

function callable(slug: string, tool: string): string {
  return `${slug}${SERVER_TOOL_SEPARATOR}${tool.replace(/[^a-zA-Z0-9_-]/gu, "_")}`.slice(0, NAME_MAX);
}

function withHash(name: string, original: string): string {
  const hash = nodeHash.sha256(original).slice(0, HASH_CHARACTERS);
  return `${name.slice(0, NAME_MAX - HASH_CHARACTERS - 1)}_${hash}`;
}

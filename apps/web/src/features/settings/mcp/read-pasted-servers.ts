import { parseJson } from "@goaltrace/core/parse-json";

/** A server as `mcp.save` takes it. */
export type PastedServer = { readonly name: string; readonly settings: Readonly<Record<string, unknown>> };

/**
 * Servers of a pasted configuration. Problems: `json`, it is not JSON; `shape`, it has no servers where they are expected; `none`, all of
 * them are disabled; `entry`, the server `name` has neither a command nor an address. The API checks the rest.
 */
export type PastedServers =
  | { readonly problem: null; readonly servers: readonly PastedServer[] }
  | { readonly problem: "json" | "shape" | "none" | "entry"; readonly name: string };

/** Reads servers in the shape `{"mcpServers": {"name": {…}}}`, even without the outer object. Disabled ones are left out, as in files. */
export function readPastedServers(text: string): PastedServers {
  let json: unknown;
  try {
    json = parseJson(text);
  } catch {
    return { problem: "json", name: "" };
  }
  if (!isRecord(json)) return { problem: "shape", name: "" };
  const isWrapped = "mcpServers" in json;
  const found = isWrapped ? json["mcpServers"] : json;
  if (!isRecord(found) || Object.keys(found).length === 0) return { problem: "shape", name: "" };
  const servers: PastedServer[] = [];
  for (const [name, settings] of Object.entries(found)) {
    if (!isRecord(settings)) return { problem: isWrapped ? "entry" : "shape", name };
    if (settings["disabled"] === true) continue;
    if (!hasText(settings["command"]) && !hasText(settings["url"])) return { problem: "entry", name };
    servers.push({ name, settings });
  }
  return servers.length === 0 ? { problem: "none", name: "" } : { problem: null, servers };
}

/** Returns a server as text that `readPastedServers` reads. */
export function writeServers({ name, settings }: PastedServer): string {
  return JSON.stringify({ mcpServers: { [name]: settings } }, null, 2);
}

/** Returns the command line or the address of a server. */
export function launchText({ url, command, args }: Readonly<Record<string, unknown>>): string {
  if (typeof url === "string") return url;
  const all: readonly unknown[] = [command].concat(Array.isArray(args) ? args : []);
  const words = all.filter((word) => typeof word === "string");
  return words.map((word) => (/^[^\s"'\\]+$/u.test(word) ? word : JSON.stringify(word))).join(" ");
}

function hasText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

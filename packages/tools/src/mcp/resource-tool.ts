import type { CallToolResult, Client, ReadResourceResult, Tool } from "@modelcontextprotocol/client";
import { CALL_LIMIT_MS, RESOURCES_LISTED_MAX } from "./tunables.ts";

/** Names of the tool, the first of which a server does not use itself has it. */
const NAMES = ["read_resource", "read_server_resource"] as const;

/** A tool that this side adds to those of a server with resources. */
export type ResourceTool = {
  readonly definition: Tool;
  /** Reads the resource, or lists resources without an address. Rejects with the reason of the server. */
  call(
    this: void,
    client: Client,
    call: { readonly arguments: Readonly<Record<string, unknown>>; readonly signal: AbortSignal },
  ): Promise<CallToolResult>;
};

/**
 * Returns a tool that reads the resources of a server, which results of its tools link to; null for a server without any. It is a definition like the
 * server's own, so that people approve it, rules and lists of tools name it, and its results are untrusted.
 */
export function createResourceTool(client: Client, listed: readonly Tool[]): ResourceTool | null {
  if (client.getServerCapabilities()?.resources === undefined) return null;
  const name = NAMES.find((free) => listed.every((tool) => tool.name !== free));
  return name === undefined ? null : { definition: definitionOf(name), call: callResource };
}

function definitionOf(name: string): Tool {
  return {
    name,
    title: "Read a resource",
    description:
      "Returns a resource of this server. Results of its tools name resources as `[resource ADDRESS]`. Without an address, lists resources.",
    inputSchema: {
      type: "object",
      properties: { uri: { type: "string", description: "The address of the resource." } },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, idempotentHint: true },
  };
}

const callResource: ResourceTool["call"] = async (client, { arguments: { uri }, signal }) => {
  const options = { signal, timeout: CALL_LIMIT_MS };
  if (uri === undefined) {
    const { resources, nextCursor } = await client.listResources({}, { ...options, cacheMode: "refresh" });
    const lines = resources
      .slice(0, RESOURCES_LISTED_MAX)
      .map((resource) => `[resource ${resource.uri}] ${resource.title ?? resource.name}`);
    const isCut = nextCursor !== undefined || resources.length > RESOURCES_LISTED_MAX;
    const text = lines.length === 0 ? "The server lists no resources." : lines.join("\n");
    return { content: [{ type: "text", text: isCut ? `${text}\n(It has more.)` : text }] };
  }
  if (typeof uri !== "string")
    return { content: [{ type: "text", text: '"uri" must be a text.' }], isError: true };
  const { contents } = await client.readResource({ uri }, { ...options, cacheMode: "refresh" });
  return { content: contents.map(toPart) };
};

/** An image is one for people, as in results of tools. */
function toPart(resource: ReadResourceResult["contents"][number]): CallToolResult["content"][number] {
  const { mimeType = "" } = resource;
  return "blob" in resource && mimeType.startsWith("image/")
    ? { type: "image", mimeType, data: resource.blob }
    : { type: "resource", resource };
}

import { handleMcp } from "../../../server/mcp/handle-mcp.ts";
import { getRuntime } from "../../../server/runtime.ts";

export const dynamic = "force-dynamic";

async function answer(request: Request): Promise<Response> {
  return handleMcp(request, await getRuntime());
}

/** Our MCP server, for clients with an API key. It has no sessions and offers no stream, as the answers to GET and DELETE say. */
export { answer as DELETE, answer as GET, answer as POST };

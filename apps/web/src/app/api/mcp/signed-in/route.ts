import { mcpReturnAddress } from "../../../../server/mcp/sign-in-addresses.ts";

export const dynamic = "force-dynamic";

/**
 * The address to which people return from the authorization server of an MCP server. It redirects to the page of their workspace, which completes the
 * sign-in.
 */
export function GET(request: Request): Response {
  // Relative, because behind a proxy the request does not know its own address.
  const headers = {
    location: mcpReturnAddress(new URL(request.url).searchParams),
    "cache-control": "no-store",
  };
  return new Response(null, { status: 303, headers: { ...headers, "referrer-policy": "no-referrer" } });
}

import { readOrigin } from "../../../../server/rest/api-docs.ts";
import { mcpClientMetadata } from "../../../../server/mcp/sign-in-addresses.ts";

export const dynamic = "force-dynamic";

/** The document that identifies this program to authorization servers. It is public and contains no secret. */
export async function GET(): Promise<Response> {
  return Response.json(mcpClientMetadata(await readOrigin()));
}

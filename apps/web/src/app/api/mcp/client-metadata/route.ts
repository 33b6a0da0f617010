import { readOrigin } from "../../../../server/rest/api-docs.ts";
import { mcpClientMetadata } from "../../../../server/mcp/sign-in-addresses.ts";

export const dynamic = "force-dynamic";

/** The document by which authorization servers know this program. It is public and holds no secret. */
export async function GET(): Promise<Response> {
  return Response.json(mcpClientMetadata(await readOrigin()));
}

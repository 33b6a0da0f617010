import { ENDPOINTS } from "../../../server/rest/endpoints.ts";
import { openApiDocument } from "../../../server/rest/openapi.ts";

/** Says how to ask, nothing of anybody's: open to everybody. */
export function GET(): Response {
  return Response.json(openApiDocument(ENDPOINTS), { headers: { "cache-control": "no-cache" } });
}

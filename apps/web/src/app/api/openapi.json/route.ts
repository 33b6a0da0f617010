import { ENDPOINTS } from "../../../server/rest/endpoints.ts";
import { openApiDocument } from "../../../server/rest/openapi.ts";

/** Public, because the document contains no data of any workspace. */
export function GET(): Response {
  return Response.json(openApiDocument(ENDPOINTS), { headers: { "cache-control": "no-cache" } });
}

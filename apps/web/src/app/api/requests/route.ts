import { listRequests } from "../../../server/rest/request-endpoints.ts";
import { restRoute } from "../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const GET = restRoute(listRequests);

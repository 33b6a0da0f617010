import { explainPermission } from "../../../../server/rest/permission-endpoints.ts";
import { restRoute } from "../../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const POST = restRoute(explainPermission);

import { eraseEntry } from "../../../../../../server/rest/endpoints.ts";
import { restRoute } from "../../../../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const DELETE = restRoute(eraseEntry);

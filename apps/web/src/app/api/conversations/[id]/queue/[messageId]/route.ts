import { removeQueuedMessage } from "../../../../../../server/rest/queue-endpoints.ts";
import { restRoute } from "../../../../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const DELETE = restRoute(removeQueuedMessage);

import { listQueuedMessages, queueMessageByKey } from "../../../../../server/rest/queue-endpoints.ts";
import { restRoute } from "../../../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const GET = restRoute(listQueuedMessages);
export const POST = restRoute(queueMessageByKey);

import { listConversations, hideConversation } from "../../../server/rest/endpoints.ts";
import { restRoute } from "../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const GET = restRoute(listConversations);
export const DELETE = restRoute(hideConversation);

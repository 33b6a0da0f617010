import {
  getConversationBudget,
  removeConversationBudget,
  setConversationBudgetByKey,
} from "../../../../../server/rest/budget-endpoints.ts";
import { restRoute } from "../../../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const GET = restRoute(getConversationBudget);
export const POST = restRoute(setConversationBudgetByKey);
export const DELETE = restRoute(removeConversationBudget);

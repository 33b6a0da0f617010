import {
  getAgentBudget,
  removeAgentBudget,
  setAgentBudgetByKey,
} from "../../../../../server/rest/budget-endpoints.ts";
import { restRoute } from "../../../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const GET = restRoute(getAgentBudget);
export const POST = restRoute(setAgentBudgetByKey);
export const DELETE = restRoute(removeAgentBudget);

import { getBudget, removeBudget, setBudget } from "../../../server/rest/budget-endpoints.ts";
import { restRoute } from "../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const GET = restRoute(getBudget);
export const POST = restRoute(setBudget);
export const DELETE = restRoute(removeBudget);

import { resumeRun } from "../../../../../server/rest/endpoints.ts";
import { routeOf } from "../../../../../server/rest/route.ts";

export const dynamic = "force-dynamic";

export const POST = routeOf(resumeRun);

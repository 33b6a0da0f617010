import { handleMetrics } from "../../server/metrics/handle-metrics.ts";
import { getRuntime } from "../../server/runtime.ts";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return handleMetrics(request, await getRuntime());
}

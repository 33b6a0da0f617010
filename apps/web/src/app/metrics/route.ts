import { answerMetrics } from "../../server/metrics/answer-metrics.ts";
import { getRuntime } from "../../server/runtime.ts";

export const dynamic = "force-dynamic";

export async function GET(request: Request): Promise<Response> {
  return answerMetrics(request, await getRuntime());
}

import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import { GoaltraceError } from "@goaltrace/core";
import { failureResponse } from "../http/failure-response.ts";
import { publicFailure } from "../http/failure-status.ts";
import { isLoopbackRequest } from "../http/peer-address.ts";
import type { Runtime } from "../runtime.ts";
import { metricsText } from "./read-metrics.ts";

type MetricsRuntime = Pick<Runtime, "metricsToken" | "publicUrl"> & {
  readonly stores: Pick<Runtime["stores"], "metrics">;
};

/** Handles `GET /metrics` for requests from this machine or with the operator's token. */
export async function handleMetrics(request: Request, runtime: MetricsRuntime): Promise<Response> {
  const requestId = randomUUID();
  try {
    if (!canReadMetrics(request.headers, runtime)) throw notAuthorized();
    return new Response(metricsText(await runtime.stores.metrics.read()), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
    });
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}

function canReadMetrics(headers: Headers, { metricsToken, publicUrl }: MetricsRuntime): boolean {
  const token = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (metricsToken !== null && token !== undefined && isEqual(token, metricsToken)) return true;
  // With a public URL a local proxy may forward anyone's request, so only the token counts.
  return publicUrl === null && isLoopbackRequest(headers);
}

/** Compares two texts in constant time. */
function isEqual(first: string, second: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(first), digest(second));
}

function notAuthorized(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_SIGNED_IN",
    message: "Metrics are available from this machine only, or with the operator's token.",
    fix: "Set GOALTRACE_METRICS_TOKEN and send it as Authorization: Bearer <token>.",
  });
}

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

/** Answers `GET /metrics`: to this machine, and to whoever shows the token of the operator. */
export async function answerMetrics(request: Request, runtime: MetricsRuntime): Promise<Response> {
  const requestId = randomUUID();
  try {
    if (!mayRead(request.headers, runtime)) throw refused();
    return new Response(metricsText(await runtime.stores.metrics.read()), {
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8", "cache-control": "no-store" },
    });
  } catch (thrown) {
    return failureResponse(publicFailure(thrown, requestId), requestId);
  }
}

function mayRead(headers: Headers, { metricsToken, publicUrl }: MetricsRuntime): boolean {
  const shown = /^Bearer (\S+)$/i.exec(headers.get("authorization") ?? "")?.[1];
  if (metricsToken !== null && shown !== undefined && isSame(shown, metricsToken)) return true;
  // With a public address a proxy on this machine may pass on anybody's request: then only the token counts.
  return publicUrl === null && isLoopbackRequest(headers);
}

/** Equal texts, told in a time that says nothing about where they differ. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

function refused(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_SIGNED_IN",
    message: "Metrics are for this machine, or for whoever has the operator's token.",
    fix: "Set GOALTRACE_METRICS_TOKEN and send it as: Authorization: Bearer <token>.",
  });
}

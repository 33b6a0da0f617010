import type { ModelClient } from "@goaltrace/core";
import { createOpenAiClient, MODEL_TIMEOUTS, type ModelConfiguration } from "@goaltrace/core/openai";
import type { Clock, HttpTransport } from "@goaltrace/core/ports";

/** Time limits of a client in milliseconds. */
type Timeouts = { readonly firstByteMs: number; readonly firstTokenMs: number; readonly idleMs: number };

/** Creates the client of a configured model. Default: the timeouts of a run. */
export function createModelClient(
  { profile, baseUrl, apiKey }: ModelConfiguration,
  ports: { readonly clock: Clock; readonly transport: HttpTransport },
  timeouts: Timeouts = MODEL_TIMEOUTS,
): ModelClient {
  return createOpenAiClient({ ...ports, profile, baseUrl, apiKey, ...timeouts });
}

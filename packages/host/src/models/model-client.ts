import type { Clock, HttpTransport, ModelClient } from "@goaltrace/core";
import { createOpenAiClient, MODEL_TIMEOUTS, type ModelConfiguration } from "@goaltrace/core/openai";

/** How long a client waits. Milliseconds. */
type Patience = { readonly firstByteMs: number; readonly firstTokenMs: number; readonly idleMs: number };

/** The client of a configured model, with the patience of a run unless told otherwise. */
export function createModelClient(
  { profile, baseUrl, apiKey }: ModelConfiguration,
  ports: { readonly clock: Clock; readonly transport: HttpTransport },
  patience: Patience = MODEL_TIMEOUTS,
): ModelClient {
  return createOpenAiClient({ ...ports, profile, baseUrl, apiKey, ...patience });
}

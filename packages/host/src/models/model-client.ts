import type { Clock, HttpTransport, ModelClient } from "@goaltrace/core";
import { createOpenAiClient, type ModelConfiguration } from "@goaltrace/core/openai";
import { FIRST_BYTE_MS, FIRST_TOKEN_MS, STREAM_IDLE_MS } from "../tunables.ts";

/** Time limits of a client in milliseconds. */
type Timeouts = { readonly firstByteMs: number; readonly firstTokenMs: number; readonly idleMs: number };

const RUN_TIMEOUTS: Timeouts = {
  firstByteMs: FIRST_BYTE_MS,
  firstTokenMs: FIRST_TOKEN_MS,
  idleMs: STREAM_IDLE_MS,
};

/** Creates the client of a configured model. Default: the timeouts of a run. */
export function createModelClient(
  { profile, baseUrl, apiKey }: ModelConfiguration,
  ports: { readonly clock: Clock; readonly transport: HttpTransport },
  timeouts: Timeouts = RUN_TIMEOUTS,
): ModelClient {
  return createOpenAiClient({ ...ports, profile, baseUrl, apiKey, ...timeouts });
}

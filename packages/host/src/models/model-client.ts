import type { Clock, HttpTransport, ModelClient } from "@goaltrace/core";
import { createOpenAiClient, type ModelConfiguration } from "@goaltrace/core/openai";
import { FIRST_BYTE_MS, FIRST_TOKEN_MS, STREAM_IDLE_MS } from "../tunables.ts";

/** How long a client waits. Milliseconds. */
type Patience = { readonly firstByteMs: number; readonly firstTokenMs: number; readonly idleMs: number };

const RUN_PATIENCE: Patience = {
  firstByteMs: FIRST_BYTE_MS,
  firstTokenMs: FIRST_TOKEN_MS,
  idleMs: STREAM_IDLE_MS,
};

/** The client of a configured model, with the patience of a run unless told otherwise. */
export function createModelClient(
  { profile, baseUrl, apiKey }: ModelConfiguration,
  ports: { readonly clock: Clock; readonly transport: HttpTransport },
  patience: Patience = RUN_PATIENCE,
): ModelClient {
  return createOpenAiClient({ ...ports, profile, baseUrl, apiKey, ...patience });
}

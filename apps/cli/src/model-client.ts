import type { Clock, ModelClient } from "@goaltrace/core";
import { createOpenAiClient, type ModelConfiguration } from "@goaltrace/core/openai";
import { createHttpTransport } from "@goaltrace/tools";
import { FIRST_BYTE_MS, FIRST_TOKEN_MS, STREAM_IDLE_MS } from "./tunables.ts";

/** All models share it: connections belong to servers, not to models. */
const transport = createHttpTransport();

/** The client of a configured model, with the patience of this program. */
export function clientOf({ profile, baseUrl, apiKey }: ModelConfiguration, clock: Clock): ModelClient {
  return createOpenAiClient({
    transport,
    profile,
    baseUrl,
    apiKey,
    clock,
    firstByteMs: FIRST_BYTE_MS,
    firstTokenMs: FIRST_TOKEN_MS,
    idleMs: STREAM_IDLE_MS,
  });
}

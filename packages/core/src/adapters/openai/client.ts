import type { Clock } from "../../ports/clock.ts";
import type { HttpTransport } from "../../ports/http-transport.ts";
import type { ModelClient, ModelProfile } from "../../ports/model-client.ts";
import { FINISHED_STREAM_MS } from "../../tunables.ts";
import { createSystemClock } from "../system/clock.ts";
import { attempt } from "./attempt.ts";
import type { Endpoint } from "./endpoint.ts";
import { createFetchTransport } from "./fetch-transport.ts";
import { buildRequestHead, type RequestHead } from "./request-head.ts";

export type OpenAiClientOptions = {
  readonly profile: ModelProfile;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Maximum silence before the first token; any byte counts, including a provider's keep-alive comments. */
  readonly firstByteMs: number;
  /** Maximum wait for the first token, regardless of other bytes. Default: `firstByteMs`. */
  readonly firstTokenMs?: number;
  /** Maximum pause between tokens; comments and empty events don't count. */
  readonly idleMs: number;
  /** Maximum wait for usage and end mark after the finish reason. Default: `FINISHED_STREAM_MS`. */
  readonly finishedMs?: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: the global `fetch`. */
  readonly transport?: HttpTransport;
};

/**
 * Implements the model port for one OpenAI-compatible Chat Completions endpoint. The SDK builds the head of the requests, once. The body is
 * the text built by the runtime, so that the sent bytes are those the log can rebuild. Responses bypass the SDK: its streams would take a
 * tenth of a step, and its errors keep foreign texts whole. Retries belong to the loop, which logs them.
 */
export function createOpenAiClient(options: OpenAiClientOptions): ModelClient {
  const { profile, baseUrl, apiKey, firstByteMs, idleMs } = options;
  const transport = options.transport ?? createFetchTransport();
  const clock = options.clock ?? createSystemClock();
  const endpoint: Endpoint = { baseUrl, model: profile.wireName, apiKey, label: profile.label };
  let head: Promise<RequestHead> | undefined;
  return {
    profile,
    attempt: async (request) =>
      await attempt({
        request,
        send: async (connection) => {
          head ??= buildRequestHead(endpoint);
          return await transport.send({ ...(await head), body: request.body, ...connection });
        },
        endpoint,
        firstByteMs,
        firstTokenMs: options.firstTokenMs ?? firstByteMs,
        idleMs,
        finishedMs: options.finishedMs ?? FINISHED_STREAM_MS,
        clock,
      }),
  };
}

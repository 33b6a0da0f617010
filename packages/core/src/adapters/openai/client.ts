import OpenAI from "openai";
import type { Clock } from "../../ports/clock.ts";
import type { ModelClient, ModelOutcome, ModelProfile, ModelRequest } from "../../ports/model-client.ts";
import { createSystemClock } from "../system/clock.ts";
import { createCollector, type Collector } from "./collect.ts";
import { failedAttempt, type Endpoint } from "./failure.ts";

export type OpenAiClientOptions = {
  readonly profile: ModelProfile;
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly firstByteMs: number;
  readonly idleMs: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
  readonly fetch?: typeof globalThis.fetch;
};

/**
 * One OpenAI-compatible Chat Completions endpoint behind the model port (R27). The SDK carries the request, but its body is the text that
 * the runtime made, so that what is sent is what the log can rebuild (M13). Retries belong to the loop, where they are logged.
 */
export function createOpenAiClient(options: OpenAiClientOptions): ModelClient {
  const send = options.fetch ?? globalThis.fetch;
  const clock = options.clock ?? createSystemClock();
  const bodies = new Map<string, string>();
  const sdk = new OpenAI({
    apiKey: options.apiKey === "" ? "none" : options.apiKey,
    baseURL: options.baseUrl,
    maxRetries: 0,
    timeout: options.firstByteMs,
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers);
      const body = bodies.get(headers.get("x-goaltrace-call") ?? "");
      headers.delete("x-goaltrace-call");
      headers.delete("content-length");
      return await send(url, { ...init, headers, body: body ?? init?.body ?? null });
    },
  });
  const endpoint: Endpoint = {
    baseUrl: options.baseUrl,
    model: options.profile.wireName,
    apiKey: options.apiKey,
    label: options.profile.label,
  };
  return {
    profile: options.profile,
    attempt: async (request) => {
      bodies.set(request.callId, request.body);
      try {
        return await attempt({
          sdk,
          request,
          endpoint,
          firstByteMs: options.firstByteMs,
          idleMs: options.idleMs,
          clock,
        });
      } finally {
        bodies.delete(request.callId);
      }
    },
  };
}

async function attempt(options: {
  readonly sdk: OpenAI;
  readonly request: ModelRequest;
  readonly endpoint: Endpoint;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly clock: Clock;
}): Promise<ModelOutcome> {
  const { sdk, request, endpoint, clock } = options;
  const startedAt = clock.now();
  const collector = createCollector(request.onDelta, () => clock.now() - startedAt);
  const idle = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let patienceMs = options.firstByteMs;
  const watch = (milliseconds: number): void => {
    clearTimeout(timer);
    patienceMs = milliseconds;
    timer = setTimeout(() => idle.abort(), milliseconds);
  };
  try {
    watch(options.firstByteMs);
    const stream = await sdk.chat.completions
      .create(
        { model: request.model, messages: [], stream: true },
        {
          signal: AbortSignal.any([request.signal, idle.signal]),
          headers: { "x-goaltrace-call": request.callId },
        },
      )
      .asResponse();
    const type = stream.headers.get("content-type") ?? "";
    if (type.includes("application/json")) collector.add(await stream.json());
    else await readEvents(stream, { collector, watch: () => watch(options.idleMs) });
  } catch (thrown) {
    // What broke after the answer was complete (usage, the end mark) costs only that: asking again would pay for the answer twice.
    if (collector.finished() && !request.signal.aborted) return { ok: true, answer: collector.answer() };
    const silent = idle.signal.aborted ? new Error(`nothing came for ${patienceMs / 1000} s`) : thrown;
    return failedAttempt(silent, endpoint, { streamed: collector.streamed(), now: () => clock.now() });
  } finally {
    clearTimeout(timer);
  }
  if (collector.finished()) return { ok: true, answer: collector.answer() };
  return failedAttempt(new Error("the stream ended before the answer did"), endpoint, {
    streamed: collector.streamed(),
    now: () => clock.now(),
  });
}

/** Reads server-sent events: `data:` lines with JSON, until `[DONE]` or the end. An `error` in the stream is thrown. */
async function readEvents(
  response: Response,
  reader: { readonly collector: Collector; watch(): void },
): Promise<void> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of response.body) {
    reader.watch();
    rest += decoder.decode(bytes, { stream: true });
    const lines = rest.split(/\r\n|\n|\r/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (!line.startsWith("data:")) continue;
      const data = line.slice(5).trim();
      if (data === "[DONE]") {
        reader.collector.end();
        return;
      }
      if (data !== "") reader.collector.add(parseChunk(data));
    }
  }
}

function parseChunk(data: string): unknown {
  const chunk: unknown = JSON.parse(data);
  if (
    typeof chunk === "object" &&
    chunk !== null &&
    "error" in chunk &&
    chunk.error !== null &&
    chunk.error !== undefined
  ) {
    const { error } = chunk;
    throw new Error(
      typeof error === "object" && "message" in error ? String(error.message) : JSON.stringify(error),
    );
  }
  return chunk;
}

import OpenAI from "openai";
import type { Clock } from "../../ports/clock.ts";
import type { HttpResponse, HttpRequest, HttpTransport } from "../../ports/http-transport.ts";
import type { ModelClient, ModelOutcome, ModelProfile, ModelRequest } from "../../ports/model-client.ts";
import { createSystemClock } from "../system/clock.ts";
import { createCollector, type Collector } from "./collect.ts";
import { failedAttempt, type Endpoint } from "./failure.ts";
import { createFetchTransport } from "./fetch-transport.ts";
import { createEventReader } from "./read-events.ts";
import { parseJson } from "../../parse-json.ts";

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
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: the global `fetch`. */
  readonly transport?: HttpTransport;
};

/** URL and headers, the same for each call of a client. */
type RequestHead = Pick<HttpRequest, "url" | "headers">;

/** A call in progress: its request, the pending answer once sent, and the answer's head once received. */
type Call = Pick<HttpRequest, "body" | "signal"> & {
  sent: Promise<HttpResponse> | null;
  answer: HttpResponse | null;
};

const CALL_HEADER = "x-goaltrace-call";
/** Limit on the text of an error response, which is only shown to people. */
const MAX_ERROR_BYTES = 1_000_000;

/**
 * Implements the model port for one OpenAI-compatible Chat Completions endpoint. The SDK builds the head of the first request, which later
 * ones reuse, and classifies errors. The body is the text built by the runtime, so that the sent bytes are those the log can rebuild.
 * Streams bypass the SDK, which would take a tenth of a step. Retries belong to the loop, which logs them.
 */
export function createOpenAiClient(options: OpenAiClientOptions): ModelClient {
  const transport = options.transport ?? createFetchTransport();
  const clock = options.clock ?? createSystemClock();
  const calls = new Map<string, Call>();
  let head: RequestHead | null = null;
  const sdk = new OpenAI({
    apiKey: options.apiKey === "" ? "none" : options.apiKey,
    baseURL: options.baseUrl,
    maxRetries: 0,
    // The call's own signal enforces the time limits.
    timeout: Math.max(options.firstByteMs, options.firstTokenMs ?? 0) + 1_000,
    fetch: async (url, init) => {
      const headers = Object.fromEntries(
        init?.headers instanceof Headers ? init.headers : new Headers(init?.headers),
      );
      const call = calls.get(headers[CALL_HEADER] ?? "");
      if (call === undefined) throw new Error("the SDK sent an unexpected request");
      delete headers[CALL_HEADER];
      delete headers["content-length"];
      head ??= { url: url instanceof Request ? url.url : url.toString(), headers };
      call.sent ??= send(transport, head, call);
      const answer = await call.sent;
      call.answer = answer;
      if (answer.status < 300) return new Response(null, { status: answer.status });
      const text = await readText(answer, MAX_ERROR_BYTES);
      return new Response(text === "" ? null : text, { status: answer.status, headers: answer.headers });
    },
  });
  const endpoint: Endpoint = {
    baseUrl: options.baseUrl,
    model: options.profile.wireName,
    apiKey: options.apiKey,
    label: options.profile.label,
  };
  const begin = async (request: ModelRequest, signal: AbortSignal): Promise<HttpResponse> => {
    const call: Call = { body: request.body, signal, sent: null, answer: null };
    if (head !== null) {
      call.sent = send(transport, head, call);
      const answer = await call.sent.catch(() => null);
      if (answer !== null && answer.status < 300) return answer;
    }
    calls.set(request.callId, call);
    try {
      await sdk.chat.completions
        .create(
          { model: request.model, messages: [], stream: true },
          { headers: { [CALL_HEADER]: request.callId } },
        )
        .asResponse();
    } finally {
      calls.delete(request.callId);
    }
    if (call.answer === null) throw new Error("the SDK returned without sending the request");
    return call.answer;
  };
  return {
    profile: options.profile,
    attempt: async (request) =>
      await attempt({
        request,
        begin,
        endpoint,
        firstByteMs: options.firstByteMs,
        firstTokenMs: options.firstTokenMs ?? options.firstByteMs,
        idleMs: options.idleMs,
        clock,
      }),
  };
}

/** Never throws synchronously, so that immediate and later failures are handled alike. */
async function send(
  transport: HttpTransport,
  head: RequestHead,
  { body, signal }: Pick<Call, "body" | "signal">,
): Promise<HttpResponse> {
  return await transport.send({ ...head, body, signal });
}

async function attempt(options: {
  readonly request: ModelRequest;
  begin(request: ModelRequest, signal: AbortSignal): Promise<HttpResponse>;
  readonly endpoint: Endpoint;
  readonly firstByteMs: number;
  readonly firstTokenMs: number;
  readonly idleMs: number;
  readonly clock: Clock;
}): Promise<ModelOutcome> {
  const { request, endpoint, clock } = options;
  const startedAt = clock.now();
  const abort = new AbortController();
  const cancel = (): void => abort.abort();
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      abort.abort();
    }, milliseconds);
  };
  let hasNewToken = false;
  const onDelta: ModelRequest["onDelta"] = (delta) => {
    hasNewToken = true;
    request.onDelta(delta);
  };
  const collector = createCollector(onDelta, () => clock.now() - startedAt);
  /** Before the first token every byte resets the timer, up to the token limit; afterwards only tokens do. */
  const onBytes = (): void => {
    if (hasNewToken) watch(options.idleMs);
    else if (!collector.streamed())
      watch(Math.max(0, Math.min(options.firstByteMs, options.firstTokenMs - (clock.now() - startedAt))));
    hasNewToken = false;
  };
  try {
    if (request.signal.aborted) cancel();
    // Use a removable listener: signals of `AbortSignal.any` stay attached to the run's signal until garbage collection.
    else request.signal.addEventListener("abort", cancel, { once: true });
    watch(options.firstByteMs);
    const answer = await options.begin(request, abort.signal);
    if (answer.headers["content-type"]?.includes("application/json") === true)
      collector.add(parseJson(await readText(answer, Infinity)));
    else await readStream(answer, { collector, onBytes });
  } catch (thrown) {
    // A failure after the complete answer (usage, end mark) is ignored: a retry would pay for the answer twice.
    if (collector.finished() && !request.signal.aborted) return { ok: true, answer: collector.answer() };
    const waitedMs = collector.streamed() ? options.idleMs : clock.now() - startedAt;
    const silent = isSilent ? new Error(`no data for ${waitedMs / 1000} s`) : thrown;
    return failedAttempt(silent, endpoint, { streamed: collector.streamed(), now: () => clock.now() });
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", cancel);
  }
  if (collector.finished()) return { ok: true, answer: collector.answer() };
  return failedAttempt(new Error("the stream ended before the answer was complete"), endpoint, {
    streamed: collector.streamed(),
    now: () => clock.now(),
  });
}

/** Reads chunks until `[DONE]` or the end. Throws for an `error` in the stream. */
async function readStream(
  answer: HttpResponse,
  reader: { readonly collector: Collector; onBytes(): void },
): Promise<void> {
  const { collector, onBytes } = reader;
  const read = createEventReader((data) => {
    if (data === "[DONE]") {
      collector.end();
      return false;
    }
    collector.add(parseChunk(data));
    return true;
  });
  await answer.read((bytes) => {
    const wantsMore = read(bytes);
    onBytes();
    return wantsMore;
  });
}

async function readText(answer: HttpResponse, limitBytes: number): Promise<string> {
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let size = 0;
  await answer.read((bytes) => {
    size += bytes.length;
    pieces.push(decoder.decode(bytes, { stream: true }));
    return size <= limitBytes;
  });
  return pieces.join("") + decoder.decode();
}

function parseChunk(data: string): unknown {
  const chunk: unknown = parseJson(data);
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

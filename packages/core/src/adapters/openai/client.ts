import OpenAI from "openai";
import type { Clock } from "../../ports/clock.ts";
import type { HttpResponse, HttpRequest, HttpTransport } from "../../ports/http-transport.ts";
import type { ModelClient, ModelOutcome, ModelProfile, ModelRequest } from "../../ports/model-client.ts";
import { createSystemClock } from "../system/clock.ts";
import { createCollector, type Collector } from "./collect.ts";
import { failedAttempt, type Endpoint } from "./failure.ts";
import { createFetchTransport } from "./fetch-transport.ts";
import { createEventReader } from "./read-events.ts";

export type OpenAiClientOptions = {
  readonly profile: ModelProfile;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Longest silence before the first token; any byte counts, a provider's keep-alive comment too. */
  readonly firstByteMs: number;
  /** Longest wait for the first token, whatever else comes. Default: `firstByteMs`. */
  readonly firstTokenMs?: number;
  /** Longest pause between tokens; comments and empty events don't count. */
  readonly idleMs: number;
  /** Default: the system clock. */
  readonly clock?: Clock;
  /** Default: the engine's `fetch`. */
  readonly transport?: HttpTransport;
};

/** What stands before every body of a client: the same for each of its calls. */
type RequestHead = Pick<HttpRequest, "url" | "headers">;

/** A call on its way: what it is sent with, its answer to come once it is sent, and the answer's head once it is there. */
type Call = Pick<HttpRequest, "body" | "signal"> & {
  sent: Promise<HttpResponse> | null;
  answer: HttpResponse | null;
};

const CALL_HEADER = "x-goaltrace-call";
/** An error's text is for a person; an endpoint that answers with more is not one. */
const ERROR_BYTES = 1_000_000;

/**
 * One OpenAI-compatible Chat Completions endpoint behind the model port. The SDK makes the head of the first request, which later ones
 * repeat, and judges what went wrong; the body is the text that the runtime made, so that what is sent is what the log can rebuild,
 * and the stream goes past the SDK: its share of a call would be a tenth of a step.
 * Retries belong to the loop, where they are logged.
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
    // A call's own signal watches the time.
    timeout: Math.max(options.firstByteMs, options.firstTokenMs ?? 0) + 1_000,
    fetch: async (url, init) => {
      const headers = Object.fromEntries(
        init?.headers instanceof Headers ? init.headers : new Headers(init?.headers),
      );
      const call = calls.get(headers[CALL_HEADER] ?? "");
      if (call === undefined) throw new Error("the SDK sent a request that is no call");
      delete headers[CALL_HEADER];
      delete headers["content-length"];
      head ??= { url: url instanceof Request ? url.url : url.toString(), headers };
      call.sent ??= send(transport, head, call);
      const answer = await call.sent;
      call.answer = answer;
      if (answer.status < 300) return new Response(null, { status: answer.status });
      const told = await textOf(answer, ERROR_BYTES);
      return new Response(told === "" ? null : told, { status: answer.status, headers: answer.headers });
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
    if (call.answer === null) throw new Error("the SDK answered by itself");
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

/** Never throws, so that what fails at once and what fails later are told in the same way. */
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
  const giveUp = new AbortController();
  const cancel = (): void => giveUp.abort();
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (milliseconds: number): void => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      isSilent = true;
      giveUp.abort();
    }, milliseconds);
  };
  let spoke = false;
  const onDelta: ModelRequest["onDelta"] = (delta) => {
    spoke = true;
    request.onDelta(delta);
  };
  const collector = createCollector(onDelta, () => clock.now() - startedAt);
  /** Before the first token every byte is a sign of life, until the first token is overdue; from then on only tokens are. */
  const heard = (): void => {
    if (spoke) watch(options.idleMs);
    else if (!collector.streamed())
      watch(Math.max(0, Math.min(options.firstByteMs, options.firstTokenMs - (clock.now() - startedAt))));
    spoke = false;
  };
  try {
    if (request.signal.aborted) cancel();
    // A listener that is taken off again: what `AbortSignal.any` makes stays with a run's signal until it is collected.
    else request.signal.addEventListener("abort", cancel, { once: true });
    watch(options.firstByteMs);
    const answer = await options.begin(request, giveUp.signal);
    if (answer.headers["content-type"]?.includes("application/json") === true)
      collector.add(JSON.parse(await textOf(answer, Infinity)));
    else await readStream(answer, { collector, heard });
  } catch (thrown) {
    // What broke after the answer was complete (usage, the end mark) costs only that: asking again would pay for the answer twice.
    if (collector.finished() && !request.signal.aborted) return { ok: true, answer: collector.answer() };
    const waitedMs = collector.streamed() ? options.idleMs : clock.now() - startedAt;
    const silent = isSilent ? new Error(`nothing came for ${waitedMs / 1000} s`) : thrown;
    return failedAttempt(silent, endpoint, { streamed: collector.streamed(), now: () => clock.now() });
  } finally {
    clearTimeout(timer);
    request.signal.removeEventListener("abort", cancel);
  }
  if (collector.finished()) return { ok: true, answer: collector.answer() };
  return failedAttempt(new Error("the stream ended before the answer did"), endpoint, {
    streamed: collector.streamed(),
    now: () => clock.now(),
  });
}

/** Reads chunks until `[DONE]` or the end. An `error` in the stream is thrown. */
async function readStream(
  answer: HttpResponse,
  reader: { readonly collector: Collector; heard(): void },
): Promise<void> {
  const { collector, heard } = reader;
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
    heard();
    return wantsMore;
  });
}

async function textOf(answer: HttpResponse, limitBytes: number): Promise<string> {
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

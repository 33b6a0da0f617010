import type { Clock } from "../../ports/clock.ts";
import type { HttpRequest, HttpResponse } from "../../ports/http-transport.ts";
import type { ModelOutcome, ModelRequest } from "../../ports/model-client.ts";
import { MAX_ERROR_BYTES } from "../../tunables.ts";
import { createCollector } from "./collect.ts";
import type { Endpoint } from "./endpoint.ts";
import { type AttemptProblem, failedAttempt } from "./failure.ts";
import { readAnswer } from "./read-answer.ts";
import { createPace } from "./pace.ts";
import { readText } from "./read-body.ts";

export type AttemptOptions = {
  readonly request: ModelRequest;
  /** Sends the request; aborting the signal closes the connection. Time limits leave out pauses that are announced. */
  send(connection: Pick<HttpRequest, "signal" | "onPause">): Promise<HttpResponse>;
  readonly endpoint: Endpoint;
  /** Maximum silence before the first token; any byte counts, including a provider's keep-alive comments. */
  readonly firstByteMs: number;
  /** Maximum wait for the first token, regardless of other bytes. */
  readonly firstTokenMs: number;
  /** Maximum pause between tokens; comments and empty events don't count. */
  readonly idleMs: number;
  /** Maximum wait for usage and end mark after the finish reason. */
  readonly finishedMs: number;
  readonly clock: Clock;
};

/** Makes one attempt within its time limits. Never throws. */
export async function attempt(options: AttemptOptions): Promise<ModelOutcome> {
  const { request, endpoint, clock } = options;
  const startedAt = clock.monotonic();
  const abort = new AbortController();
  const cancel = (): void => abort.abort();
  let isSilent = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let endsAt = 0;
  const watch = (milliseconds: number): void => {
    clearTimeout(timer);
    endsAt = clock.monotonic() + milliseconds;
    timer = setTimeout(() => {
      isSilent = true;
      abort.abort();
    }, milliseconds);
  };
  const onPause = (milliseconds: number): void => watch(endsAt - clock.monotonic() + milliseconds);
  let hasNewToken = false;
  const pace = createPace(clock);
  let characters = 0;
  const onDelta: ModelRequest["onDelta"] = (delta) => {
    hasNewToken = true;
    characters += delta.text.length;
    request.onDelta(delta);
  };
  const collector = createCollector(onDelta, () => clock.monotonic() - startedAt);
  let isFinishing = false;
  /**
   * Before the first token every byte resets the timer, up to the token limit; afterwards only tokens do. After the finish reason the timer
   * runs once: the answer is there, even if the connection stays open.
   */
  const onBytes = (): void => {
    if (isFinishing) return;
    isFinishing = collector.finished();
    if (isFinishing) watch(options.finishedMs);
    else if (hasNewToken) watch(options.idleMs);
    else if (!collector.streamed())
      watch(
        Math.max(0, Math.min(options.firstByteMs, options.firstTokenMs - (clock.monotonic() - startedAt))),
      );
    hasNewToken = false;
  };
  const wait = (bytes: number): Promise<void> | null => {
    const milliseconds = pace.take({ characters, bytes });
    characters = 0;
    return milliseconds === 0 ? null : clock.sleep(milliseconds, abort.signal);
  };
  const receive = async (): Promise<AttemptProblem | null> => {
    const response = await options.send({ signal: abort.signal, onPause });
    if (response.status < 300) return await readAnswer(response, { collector, onBytes, wait });
    const { status, headers } = response;
    const { text } = await readText(response, MAX_ERROR_BYTES);
    return { kind: "status", status, headers, text };
  };
  if (request.signal.aborted) cancel();
  // Use a removable listener: signals of `AbortSignal.any` stay attached to the run's signal until garbage collection.
  else request.signal.addEventListener("abort", cancel, { once: true });
  watch(options.firstByteMs);
  const problem = await receive().catch((thrown: unknown): AttemptProblem => ({ kind: "broken", thrown }));
  clearTimeout(timer);
  request.signal.removeEventListener("abort", cancel);
  // A failure after the complete answer (usage, end mark) is ignored: a retry would pay for the answer twice.
  if (collector.finished() && !request.signal.aborted) return { ok: true, answer: collector.answer() };
  const streamed = collector.streamed();
  const waitedMs = streamed ? options.idleMs : clock.monotonic() - startedAt;
  const fault = (message: string): AttemptProblem => ({ kind: "broken", thrown: new Error(message) });
  const reason =
    isSilent && problem?.kind === "broken"
      ? fault(`no data for ${waitedMs / 1000} s`)
      : (problem ??
        fault(
          collector.isDamaged()
            ? "part of a tool call could not be read"
            : "the stream ended before the answer was complete",
        ));
  return failedAttempt(reason, endpoint, { streamed, now: () => clock.now() });
}

import { performance } from "node:perf_hooks";
import { parseJson } from "@goaltrace/core/parse-json";
import type { HttpFetch } from "./guarded-fetch.ts";
import {
  FLOW_BYTES,
  FLOW_BYTES_PER_SECOND,
  FLOW_MESSAGES,
  FLOW_MESSAGES_PER_SECOND,
  MESSAGE_MAX_BYTES,
} from "./tunables.ts";

/** The reason that people and models read when a server sends too much for too long. */
export const FLOOD = "The server sends more than can be read, so its connection was closed.";

/** Counts what a server sends over one connection. */
export type MessageFlow = {
  message(this: void): void;
  bytes(this: void, count: number): void;
};

/**
 * Creates the count. `onTooMuch` is called once, when a server has sent more than `FLOW_MESSAGES` messages or `FLOW_BYTES` bytes on top of what is
 * allowed each second: reading them takes the processor and the memory from the runs of others. `now` in milliseconds. @default `spareTime()`
 */
export function createMessageFlow(onTooMuch: () => void, now: () => number = spareTime()): MessageFlow {
  const messages = createBucket(FLOW_MESSAGES, FLOW_MESSAGES_PER_SECOND, now);
  const bytes = createBucket(FLOW_BYTES, FLOW_BYTES_PER_SECOND, now);
  let isOver = false;
  const take = (fits: boolean): void => {
    if (fits || isOver) return;
    isOver = true;
    onTooMuch();
  };
  return {
    message: () => take(messages(1)),
    bytes: (count) => take(bytes(count)),
  };
}

/** The share of time that counts as spare in a process that is never idle. */
const LEAST_SPARE = 1 / 8;

/**
 * Returns a clock of the milliseconds in which this process waited for something to do. A process that reads a flood never waits, however slowly a
 * busy machine lets it read, so that the flood is not allowed more because it is read slowly. A server that sends a little to a busy process is still
 * allowed its share of `LEAST_SPARE`.
 */
export function spareTime(
  clock: () => { readonly now: number; readonly idle: number } = processTime,
): () => number {
  let [last, spare] = [clock(), 0];
  return () => {
    const time = clock();
    spare += Math.max(time.idle - last.idle, (time.now - last.now) * LEAST_SPARE);
    last = time;
    return spare;
  };
}

function processTime(): { readonly now: number; readonly idle: number } {
  return { now: performance.now(), idle: performance.eventLoopUtilization().idle };
}

/** Returns a function that takes from an amount which fills up again over time, and says whether that was enough. */
function createBucket(size: number, perSecond: number, now: () => number): (count: number) => boolean {
  let left = size;
  let at = now();
  return (count) => {
    const time = now();
    left = Math.min(size, left + ((time - at) / 1_000) * perSecond) - count;
    at = time;
    return left >= 0;
  };
}

/** Counts the bytes of responses. `onList` is called with those of the answers that hold a page of the list of tools. */
export function countingFetch(
  fetch: HttpFetch,
  flow: Pick<MessageFlow, "bytes">,
  onList: (count: number) => void,
): HttpFetch {
  return async (url, init) => {
    const response = await fetch(url, init);
    if (response.body === null) return response;
    const isList = isListRequest(init?.body);
    const counted = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          flow.bytes(chunk.length);
          if (isList) onList(chunk.length);
          controller.enqueue(chunk);
        },
      }),
    );
    const { status, headers } = response;
    return new Response(counted, { status, headers });
  };
}

function isListRequest(body: unknown): boolean {
  // Most requests are something else, and some are large.
  if (typeof body !== "string" || !body.includes('"method":"tools/list"')) return false;
  const message = parseJson(body, { maxCharacters: MESSAGE_MAX_BYTES });
  return (
    typeof message === "object" && message !== null && "method" in message && message.method === "tools/list"
  );
}

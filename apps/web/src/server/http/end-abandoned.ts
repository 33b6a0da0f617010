import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

const REQUEST_START = "http.server.request.start";

/** Bounds on clients that vanish without closing their connection. Milliseconds. */
export type AbandonmentLimits = {
  /** A connection on which no data moves for this long is closed. */
  readonly stalledMs: number;
  /** An event stream is closed after this time. Its client reconnects and continues where it stopped; one that has vanished does not. */
  readonly streamMs: number;
  /** The system asks a silent client after this time whether it still exists, and closes the connection some seconds later otherwise. */
  readonly probeMs: number;
};

/** The longest request answers within seconds; a stream writes a line every few. */
export const ABANDONMENT_LIMITS: AbandonmentLimits = {
  stalledMs: 120_000,
  streamMs: 600_000,
  probeMs: 30_000,
};

/**
 * Closes the connections of clients that have vanished, for example with their network, or that stop reading: otherwise a request or stream
 * would hold its place until the system gives up, which takes a quarter of an hour, or forever. Returns a function that stops it.
 */
export function endAbandoned(limits: AbandonmentLimits): () => void {
  const watch = (message: unknown): void => {
    if (!isStart(message)) return;
    const { request, response } = message;
    const { socket } = request;
    socket.setKeepAlive(true, limits.probeMs);
    response.setTimeout(limits.stalledMs, () => socket.destroy());
    const timer = setTimeout(() => {
      if (String(response.getHeader("content-type")).startsWith("text/event-stream")) socket.destroy();
    }, limits.streamMs);
    timer.unref();
    response.once("close", () => {
      clearTimeout(timer);
    });
  };
  subscribe(REQUEST_START, watch);
  return () => void unsubscribe(REQUEST_START, watch);
}

type Start = { readonly request: IncomingMessage; readonly response: ServerResponse };

function isStart(message: unknown): message is Start {
  return typeof message === "object" && message !== null && "request" in message && "response" in message;
}

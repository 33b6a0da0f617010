import { setTimeout as sleep } from "node:timers/promises";

export type Watcher = {
  /** The received sequences in order of arrival, over all connections. */
  readonly sequences: readonly number[];
  /** Returns the number of reconnect attempts. */
  reconnects(): number;
  /** Returns the number of successful reconnects. */
  opened(): number;
  /** Resolves when the server has sent `end`. */
  readonly ended: Promise<void>;
};

const RETRY_MS = 100;

/**
 * Follows a trace over REST until the server sends `end`. Like an EventSource, it reconnects with Last-Event-ID whenever the stream breaks.
 * `ended` rejects after `timeoutMs`.
 */
export function watchTrace(
  address: { readonly base: string; readonly key: string; readonly traceId: string },
  timeoutMs: number,
): Watcher {
  const sequences: number[] = [];
  let connections = 0;
  let opened = -1;
  const timeout = AbortSignal.timeout(timeoutMs);
  const follow = async (): Promise<void> => {
    while (!timeout.aborted) {
      connections += 1;
      try {
        if (await readStream(address, { sequences, timeout, onOpen: () => (opened += 1) })) return;
      } catch {
        // The server is unreachable, so try again.
      }
      await sleep(RETRY_MS);
    }
    throw new Error(`The stream did not end within ${timeoutMs} ms, after ${sequences.length} entries.`);
  };
  return { sequences, reconnects: () => connections - 1, opened: () => opened, ended: follow() };
}

async function readStream(
  { base, key, traceId }: { readonly base: string; readonly key: string; readonly traceId: string },
  {
    sequences,
    timeout,
    onOpen,
  }: { readonly sequences: number[]; readonly timeout: AbortSignal; onOpen(): void },
): Promise<boolean> {
  const last = sequences.at(-1);
  const response = await fetch(`${base}/api/traces/${traceId}/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(last === undefined ? {} : { "last-event-id": String(last) }),
    },
    signal: timeout,
  });
  if (!response.ok || response.body === null) return false;
  onOpen();
  let rest = "";
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split("\n\n");
    rest = frames.pop() ?? "";
    for (const frame of frames) {
      if (frame.includes("event: end")) return true;
      const id = /^id: (\d+)$/m.exec(frame)?.[1];
      if (id !== undefined && frame.includes("event: entry")) sequences.push(Number(id));
    }
  }
  return false;
}

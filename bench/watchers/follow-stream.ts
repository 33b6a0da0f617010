import { setTimeout as sleep } from "node:timers/promises";

/** How a watcher behaves. Zero for "never". */
export type WatcherHabits = {
  /** The connection is cut after each of so many entries, and opened again behind the last one. */
  readonly cutEvery: number;
  /** It reads nothing for this long after its first entry. Milliseconds. */
  readonly pauseMs: number;
};

export type Watcher = {
  readonly habits: WatcherHabits;
  /** What came, in its order, over all connections; `at` as `performance.now()`. */
  readonly received: readonly { readonly sequence: number; readonly at: number }[];
  /** How often the stream was opened. */
  connections(): number;
  /** Resolves when the server said that there will be no more. Rejects when it did not in time. */
  readonly ended: Promise<void>;
};

export type Followed = { readonly base: string; readonly key: string; readonly traceId: string };

const RETRY_MS = 50;
const PATIENCE_MS = 180_000;

/** Follows a run over REST from its first entry until `end`, resuming with Last-Event-ID as an EventSource does. */
export function followStream(followed: Followed, habits: WatcherHabits): Watcher {
  const received: { sequence: number; at: number }[] = [];
  const patience = AbortSignal.timeout(PATIENCE_MS);
  let connections = 0;
  const follow = async (): Promise<void> => {
    while (!patience.aborted) {
      connections += 1;
      const ended = await readOnce(followed, { habits, received, patience }).catch(() => false);
      if (ended) return;
      await sleep(RETRY_MS);
    }
    throw new Error(`no end after ${PATIENCE_MS / 1000} s and ${received.length} entries`);
  };
  return { habits, received, connections: () => connections, ended: follow() };
}

type Reading = {
  readonly habits: WatcherHabits;
  readonly received: { sequence: number; at: number }[];
  readonly patience: AbortSignal;
};

/** True when the server said `end`; false when the connection ended otherwise. */
async function readOnce(
  { base, key, traceId }: Followed,
  { habits, received, patience }: Reading,
): Promise<boolean> {
  const cut = new AbortController();
  const last = received.at(-1);
  const before = received.length;
  const response = await fetch(`${base}/api/traces/${traceId}/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(last === undefined ? {} : { "last-event-id": String(last.sequence) }),
    },
    signal: AbortSignal.any([cut.signal, patience]),
  });
  if (!response.ok || response.body === null) return false;
  let rest = "";
  let pauseMs = before === 0 ? habits.pauseMs : 0;
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    const frames = (rest + chunk).split("\n\n");
    rest = frames.pop() ?? "";
    const at = performance.now();
    for (const frame of frames) {
      const [head = ""] = frame.split("data: ", 1);
      if (head.includes("event: end")) return true;
      const sequence = /^id: (\d+)$/m.exec(head)?.[1];
      if (sequence !== undefined && head.includes("event: entry"))
        received.push({ sequence: Number(sequence), at });
    }
    if (pauseMs > 0 && received.length > 0) {
      await sleep(pauseMs);
      pauseMs = 0;
    }
    if (habits.cutEvery > 0 && received.length - before >= habits.cutEvery) {
      cut.abort();
      return false;
    }
  }
  return false;
}

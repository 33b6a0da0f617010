import { setTimeout as sleep } from "node:timers/promises";

/** The behavior of a watcher. Zero means never. */
export type WatcherHabits = {
  /** The connection is cut after this many entries and reopened after the last received one. */
  readonly cutEvery: number;
  /** The watcher reads nothing for this long after its first entry. Milliseconds. */
  readonly pauseMs: number;
};

export type Watcher = {
  readonly habits: WatcherHabits;
  /** The received entries in order, over all connections; `at` is `performance.now()`. */
  readonly received: readonly { readonly sequence: number; readonly at: number }[];
  /** The number of times the stream was opened. */
  connections(): number;
  /** Resolves when the server has ended the stream. Rejects when it does not in time. */
  readonly ended: Promise<void>;
};

export type Followed = { readonly base: string; readonly key: string; readonly traceId: string };

const RETRY_MS = 50;
const TIMEOUT_MS = 180_000;

/** Follows a run over REST from its first entry until `end`, resuming with Last-Event-ID like an EventSource. */
export function followStream(followed: Followed, habits: WatcherHabits): Watcher {
  const received: { sequence: number; at: number }[] = [];
  const patience = AbortSignal.timeout(TIMEOUT_MS);
  let connections = 0;
  const follow = async (): Promise<void> => {
    while (!patience.aborted) {
      connections += 1;
      const ended = await readOnce(followed, { habits, received, patience }).catch(() => false);
      if (ended) return;
      await sleep(RETRY_MS);
    }
    throw new Error(`no end after ${TIMEOUT_MS / 1000} s and ${received.length} entries`);
  };
  return { habits, received, connections: () => connections, ended: follow() };
}

type Reading = {
  readonly habits: WatcherHabits;
  readonly received: { sequence: number; at: number }[];
  readonly patience: AbortSignal;
};

/** Returns true when the server sent `end`; false when the connection ended otherwise. */
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

import { setTimeout as sleep } from "node:timers/promises";

export type Watcher = {
  /** Sequences in the order they came, over all connections. */
  readonly sequences: readonly number[];
  /** How often the stream had to be asked for again. */
  reconnects(): number;
  /** How often it was opened again: the server answered. */
  opened(): number;
  /** Resolves when the server said that there will be no more. */
  readonly ended: Promise<void>;
};

const RETRY_MS = 100;

/**
 * Follows a trace over REST until the server says `end`, coming back with Last-Event-ID whenever the stream breaks, as an EventSource
 * does. `ended` rejects when that did not happen in `patienceMs`.
 */
export function watchTrace(
  address: { readonly base: string; readonly key: string; readonly traceId: string },
  patienceMs: number,
): Watcher {
  const sequences: number[] = [];
  let connections = 0;
  let opened = -1;
  const patience = AbortSignal.timeout(patienceMs);
  const follow = async (): Promise<void> => {
    while (!patience.aborted) {
      connections += 1;
      try {
        if (await readStream(address, { sequences, patience, onOpen: () => (opened += 1) })) return;
      } catch {
        // The server is away: ask again.
      }
      await sleep(RETRY_MS);
    }
    throw new Error(`No end after ${patienceMs} ms and ${sequences.length} entries.`);
  };
  return { sequences, reconnects: () => connections - 1, opened: () => opened, ended: follow() };
}

async function readStream(
  { base, key, traceId }: { readonly base: string; readonly key: string; readonly traceId: string },
  {
    sequences,
    patience,
    onOpen,
  }: { readonly sequences: number[]; readonly patience: AbortSignal; onOpen(): void },
): Promise<boolean> {
  const last = sequences.at(-1);
  const response = await fetch(`${base}/api/traces/${traceId}/events`, {
    headers: {
      authorization: `Bearer ${key}`,
      ...(last === undefined ? {} : { "last-event-id": String(last) }),
    },
    signal: patience,
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

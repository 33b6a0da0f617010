/** What a process counts by itself: requests answered, by kind and status, and who watches streams now. */
export type Counters = { readonly requests: Map<string, number>; watchers: number };

declare global {
  var goaltraceCounters: Counters | undefined;
}

/** The counters of this process. Next bundles routes apart from each other: they share them only through what they all share. */
export function counters(): Counters {
  return (globalThis.goaltraceCounters ??= { requests: new Map(), watchers: 0 });
}

/** Counts an answer. `kind` is a short closed word (`trpc`, `rest`, `auth`): never anything that callers choose. */
export function countRequest(kind: "trpc" | "rest" | "auth", response: Response): Response {
  const { requests } = counters();
  const key = `${kind} ${response.status}`;
  requests.set(key, (requests.get(key) ?? 0) + 1);
  return response;
}

/** Passes a stream on and counts its watcher while it lasts. */
export async function* countWatcher<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  const own = counters();
  own.watchers += 1;
  try {
    yield* stream;
  } finally {
    own.watchers -= 1;
  }
}

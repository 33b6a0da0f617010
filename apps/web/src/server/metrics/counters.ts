/** The counters of one process: responses by kind and status, and open streams. */
export type Counters = { readonly requests: Map<string, number>; watchers: number };

declare global {
  var goaltraceCounters: Counters | undefined;
}

/** Returns the counters of this process. Next bundles routes separately, so they share state only through the global object. */
export function counters(): Counters {
  return (globalThis.goaltraceCounters ??= { requests: new Map(), watchers: 0 });
}

/** Counts a response. `kind` is a fixed label, never a value that callers choose. */
export function countRequest(kind: "trpc" | "rest" | "mcp" | "auth", response: Response): Response {
  const { requests } = counters();
  const key = `${kind} ${response.status}`;
  requests.set(key, (requests.get(key) ?? 0) + 1);
  return response;
}

/** Forwards a stream and counts its watcher while it is open. */
export async function* countWatcher<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  const own = counters();
  own.watchers += 1;
  try {
    yield* stream;
  } finally {
    own.watchers -= 1;
  }
}

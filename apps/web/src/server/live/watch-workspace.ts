import type { Trace } from "@goaltrace/core/log";
import type { LiveFeed, Scope, TraceStore } from "@goaltrace/core/ports";

export type WatchRequest = {
  readonly traces: TraceStore;
  readonly live: LiveFeed;
  readonly scope: Scope;
  readonly signal: AbortSignal;
};

/** Lists are redrawn at most four times a second: people cannot read faster, and a busy workspace commits hundreds of times. */
const COALESCE_MS = 250;
/** A wait without changes is cut into pieces of this length, so that no timer outlives its stream for long. */
const IDLE_MS = 5_000;

/** Yields changed traces of a workspace, each at most once per round, until `signal` aborts. Best effort: reloading a list corrects it. */
export async function* watchWorkspace(request: WatchRequest): AsyncGenerator<Trace> {
  const { signal, scope } = request;
  const changed = new Set<string>();
  let wake: (() => void) | undefined;
  const onAbort = (): void => wake?.();
  signal.addEventListener("abort", onAbort);
  const unsubscribe = request.live.subscribe({ workspaceId: scope.workspaceId }, (notice) => {
    if (notice.kind !== "committed" || notice.workspaceId !== scope.workspaceId) return;
    changed.add(notice.traceId);
    wake?.();
  });
  const pause = async (milliseconds: number, wakeable: boolean): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      wake = () => {
        if (!wakeable && !signal.aborted) return;
        clearTimeout(timer);
        resolve();
      };
    });
  try {
    while (!signal.aborted) {
      if (changed.size === 0) await pause(IDLE_MS, true);
      const ids = [...changed];
      changed.clear();
      const traces = await Promise.all(ids.map(async (id) => request.traces.get(scope, id)));
      yield* traces.filter((trace) => trace !== undefined);
      if (!signal.aborted) await pause(COALESCE_MS, false);
    }
  } finally {
    unsubscribe();
    signal.removeEventListener("abort", onAbort);
  }
}

import type { Trace } from "@goaltrace/core/log";
import type { LiveFeed, Scope, TraceStore } from "@goaltrace/core/ports";
import { noticeRounds } from "./notice-rounds.ts";

export type WatchRequest = {
  readonly traces: TraceStore;
  readonly live: LiveFeed;
  readonly scope: Scope;
  readonly signal: AbortSignal;
};

/** Yields changed traces of a workspace, each at most once per round, until `signal` aborts. Best effort: reloading a list corrects it. */
export async function* watchWorkspace({ traces, live, scope, signal }: WatchRequest): AsyncGenerator<Trace> {
  const { workspaceId } = scope;
  const changed = new Set<string>();
  const rounds = noticeRounds({
    ...{ live, workspaceId, signal },
    note: (notice) => {
      const isChange = notice.kind === "committed" && notice.workspaceId === workspaceId;
      if (isChange) changed.add(notice.traceId);
      return isChange;
    },
  });
  for await (const _ of rounds) {
    const ids = [...changed];
    changed.clear();
    const loaded = await Promise.all(ids.map(async (id) => traces.get(scope, id)));
    yield* loaded.filter((trace) => trace !== undefined);
  }
}

import type { LiveFeed, Scope } from "@goaltrace/core/ports";
import type { RunRequestStore } from "@goaltrace/db";
import { noticeRounds } from "./notice-rounds.ts";

export type RequestWatch = {
  readonly requests: Pick<RunRequestStore, "count" | "waitingTraces">;
  readonly live: LiveFeed;
  readonly scope: Scope;
  readonly signal: AbortSignal;
};

/** The numbers of open requests. `round` grows with every change, also of a list whose numbers are the same. */
export type RequestCounts = { readonly waiting: number; readonly others: number; readonly round: number };

/**
 * Yields the numbers of open requests, first the current ones, then whenever a run began or stopped waiting, someone decided or a request
 * expired, until `signal` aborts.
 */
export async function* watchRequests(request: RequestWatch): AsyncGenerator<RequestCounts> {
  const { requests, live, scope, signal } = request;
  /** Runs that wait: also those that did when the watch began. */
  const waiting = new Set<string>();
  const rounds = noticeRounds({
    ...{ live, workspaceId: scope.workspaceId, signal },
    note: (notice) => {
      if (notice.kind === "signalled") return true;
      if (notice.kind !== "committed") return false;
      // Runs that neither wait nor waited change nothing here.
      if (notice.status !== "waiting") return waiting.delete(notice.traceId);
      waiting.add(notice.traceId);
      return true;
    },
  });
  let shown = "";
  let round = 0;
  for await (const isNoticed of rounds) {
    if (shown === "") for (const id of await requests.waitingTraces(scope)) waiting.add(id);
    const counts = await requests.count(scope);
    const text = JSON.stringify(counts);
    if (isNoticed || text !== shown) yield { ...counts, round: round++ };
    shown = text;
  }
}

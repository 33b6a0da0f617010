import type { Scope } from "@goaltrace/core/ports";
import type { Runtime } from "@goaltrace/host";
import { WITHDRAWN_POLL_MS } from "./tunables.ts";

/** A request that a person at the terminal is deciding. */
export type WatchedRequest = {
  /** Aborts when the request is no longer open: someone else decided, it expired, or its run ended. */
  readonly withdrawn: AbortSignal;
  /** Ends the watch. */
  stop(): void;
};

/** Watches an open request until `stop`. While the database is away, nothing is withdrawn. */
export function watchRequest(
  { database, clock }: Pick<Runtime, "database" | "clock">,
  scope: Scope,
  { traceId, id }: { readonly traceId: string; readonly id: string },
): WatchedRequest {
  const withdrawn = new AbortController();
  const stopped = new AbortController();
  const isOpen = async (): Promise<boolean> =>
    await database.requests.get(scope, traceId, id).then(
      (item) => item?.state === "open",
      () => true,
    );
  void (async () => {
    while (!stopped.signal.aborted) {
      await clock.sleep(WITHDRAWN_POLL_MS, stopped.signal).catch(() => undefined);
      if (!stopped.signal.aborted && !(await isOpen()) && !stopped.signal.aborted) {
        withdrawn.abort();
        return;
      }
    }
  })();
  return { withdrawn: withdrawn.signal, stop: () => stopped.abort() };
}

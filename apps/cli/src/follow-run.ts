import { GoaltraceError, type Trace, type Update } from "@goaltrace/core";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import type { Runtime } from "@goaltrace/host";
import type { ListenForInterrupts } from "./listen-for-interrupts.ts";
import { CLAIM_RETRY_MS, LEASE_MS, SAME_KEYPRESS_MS } from "./tunables.ts";

/**
 * Claims the run for this process, or follows it when a worker was quicker; ends when the run does. An interrupt cancels it in order, a second
 * one leaves it where it is for a worker to resume. An unreachable database is waited for.
 */
export async function followRun(
  runtime: Runtime,
  trace: Trace,
  terminal: { readonly show: (update: Update) => void; readonly listenForInterrupts: ListenForInterrupts },
): Promise<void> {
  const { show, listenForInterrupts } = terminal;
  const { database, ports } = runtime;
  const scope = { workspaceId: trace.workspaceId, personId: trace.personId };
  const release = new AbortController();
  const stopListening = listenForInterrupts(createInterrupt(runtime, trace, release));
  let shown = trace.lastSequence;
  const showOnce = (update: Update): void => {
    if (update.kind === "entry") shown = update.entry.sequence;
    show(update);
  };
  let isExecuting = false;
  // What this process executes it shows at once; its own notices would come back as well.
  const stopWatching = database.live.subscribe({ traceId: trace.id }, (notice) => {
    if (notice.kind === "delta" && !isExecuting) show(notice);
  });
  const turn = async (): Promise<boolean> => {
    const claimed = await database.traces.claim({
      owner: `cli-${process.pid}`,
      leaseMs: LEASE_MS,
      only: trace.id,
    });
    if (claimed !== undefined) {
      isExecuting = true;
      await executeClaimedTrace({
        ...claimed,
        ports,
        live: database.live,
        release: release.signal,
        onUpdate: showOnce,
      }).finally(() => {
        isExecuting = false;
      });
      // A lost lease, as after a long outage of the database, does not end the run: it is claimed again, or followed.
      if (release.signal.aborted) return true;
    }
    for (const entry of await database.traces.entries(scope, trace.id, { after: shown })) {
      shown = entry.sequence;
      show({ kind: "entry", entry });
    }
    const now = await database.traces.get(scope, trace.id);
    return now === undefined || now.endedAt !== null;
  };
  try {
    while (!release.signal.aborted) {
      const over = await turn().catch((thrown: unknown) => {
        if (!(thrown instanceof GoaltraceError && thrown.code === "DATABASE_UNAVAILABLE")) throw thrown;
        ports.logger.warn("database unreachable, retrying", { traceId: trace.id });
        return false;
      });
      if (over) return;
      await ports.clock.sleep(CLAIM_RETRY_MS);
    }
  } finally {
    stopWatching();
    stopListening();
  }
}

/** What an interrupt does: the first cancels, a later one releases. Terminals and npm may both deliver one key press, so what comes at once is one. */
function createInterrupt(runtime: Runtime, trace: Trace, release: AbortController): () => void {
  const { database, ports } = runtime;
  let firstAt: number | null = null;
  return () => {
    const now = ports.clock.now();
    if (firstAt !== null) {
      if (now - firstAt >= SAME_KEYPRESS_MS) release.abort();
      return;
    }
    firstAt = now;
    const signal = {
      id: ports.ids.next(),
      traceId: trace.id,
      kind: "cancel",
      payload: { reason: "Ctrl+C" },
      personId: trace.personId,
      at: now,
    } as const;
    database.signals
      .insert({ workspaceId: trace.workspaceId, personId: trace.personId }, signal)
      .then(() => database.live.publish({ kind: "signalled", traceId: trace.id }))
      // Without the database the run can't be canceled in order; it is left for a worker.
      .catch(() => release.abort());
  };
}

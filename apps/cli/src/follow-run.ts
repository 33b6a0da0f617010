import { GoaltraceError } from "@goaltrace/core";
import type { Trace, Update } from "@goaltrace/core/log";
import type { Lease } from "@goaltrace/core/ports";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import type { Runtime } from "@goaltrace/host";
import type { ListenForInterrupts } from "./listen-for-interrupts.ts";
import { CLAIM_RETRY_MS, LEASE_MS, LEAVE_WITHIN_MS, SAME_KEYPRESS_MS } from "./tunables.ts";

/**
 * Claims the run for this process, or follows it when a worker claimed it first; returns when the run ends. The first interrupt cancels the
 * run; a second one leaves it to a worker to resume. Waits while the database is unreachable; then the first interrupt leaves the run to a
 * worker at once.
 */
export async function followRun(
  runtime: Runtime,
  trace: Trace,
  terminal: {
    readonly show: (update: Update) => void;
    readonly listenForInterrupts: ListenForInterrupts;
    /** Called while the run waits for people. */
    readonly decide: () => Promise<void>;
    /** Aborts when the run is left to a worker: after its present step, or at once if that takes long. Default: never. */
    readonly leave?: AbortSignal;
  },
): Promise<void> {
  const { show, listenForInterrupts, decide, leave } = terminal;
  const { database, ports } = runtime;
  const scope = { workspaceId: trace.workspaceId, personId: trace.personId };
  const release = new AbortController();
  const abandoned = createGate();
  let lease: Lease | null = null;
  let leaveTimer: NodeJS.Timeout | undefined;
  const onLeave = (): void => {
    release.abort();
    leaveTimer = setTimeout(() => {
      // Without a lease, what the step still writes is refused, and the run is not taken for one whose process died.
      const givenBack = lease === null ? Promise.resolve() : database.traces.release(lease);
      void givenBack.catch(() => undefined).then(abandoned.open);
    }, LEAVE_WITHIN_MS);
  };
  if (leave?.aborted === true) onLeave();
  leave?.addEventListener("abort", onLeave);
  const stopListening = listenForInterrupts(
    createInterrupt(runtime, trace, { release, abandon: abandoned.open }),
  );
  let lastShown = trace.lastSequence;
  const showEntry = (update: Update): void => {
    if (update.kind === "entry") lastShown = update.entry.sequence;
    show(update);
  };
  let isExecuting = false;
  // A run executed by this process is shown directly; its notices would show it twice.
  const stopWatching = database.live.subscribe({ traceId: trace.id }, (notice) => {
    if (notice.kind === "delta" && !isExecuting) show(notice);
  });
  const advance = async (): Promise<boolean> => {
    const claimed = await database.traces.claim({
      owner: `cli-${process.pid}`,
      leaseMs: LEASE_MS,
      only: trace.id,
    });
    if (claimed !== undefined) {
      isExecuting = true;
      lease = claimed.lease;
      const execution = executeClaimedTrace({
        ...claimed,
        ports,
        live: database.live,
        release: release.signal,
        onUpdate: showEntry,
      }).finally(() => {
        isExecuting = false;
      });
      // While the database is away, a step may wait for as long as that lasts: a person who interrupts it again need not.
      await Promise.race([execution, abandoned.promise]);
      // Losing the lease, for example after a long database outage, does not end the run: it is claimed again or followed.
      if (release.signal.aborted) return true;
    }
    for (const entry of await database.traces.entries(scope, trace.id, { after: lastShown })) {
      lastShown = entry.sequence;
      show({ kind: "entry", entry });
    }
    const current = await database.traces.get(scope, trace.id);
    if (current !== undefined && isForPeople(current)) await decide();
    return current === undefined || current.endedAt !== null;
  };
  try {
    while (!release.signal.aborted) {
      const hasEnded = await advance().catch((thrown: unknown) => {
        if (!(thrown instanceof GoaltraceError && thrown.code === "DATABASE_UNAVAILABLE")) throw thrown;
        ports.logger.warn("database unreachable, retrying", { traceId: trace.id });
        return false;
      });
      if (hasEnded) return;
      await ports.clock.sleep(CLAIM_RETRY_MS);
    }
  } finally {
    stopWatching();
    stopListening();
    leave?.removeEventListener("abort", onLeave);
    clearTimeout(leaveTimer);
  }
}

/** Whether the run waits for an answer of a person. */
function isForPeople({ waitingFor }: Trace): boolean {
  return waitingFor === "approval" || waitingFor === "question" || waitingFor === "budget";
}

/**
 * Creates the interrupt handler: the first call cancels the run, a later one releases it. A terminal and npm may both deliver one key
 * press, so calls in quick succession count as one.
 */
function createInterrupt(
  runtime: Runtime,
  trace: Trace,
  { release, abandon }: { readonly release: AbortController; readonly abandon: () => void },
): (reason: string) => void {
  const { database, ports } = runtime;
  let firstAt: number | null = null;
  return (reason) => {
    const now = ports.clock.monotonic();
    if (firstAt !== null) {
      if (now - firstAt >= SAME_KEYPRESS_MS) release.abort();
      return;
    }
    firstAt = now;
    const signal = {
      id: ports.ids.next(),
      traceId: trace.id,
      kind: "cancel",
      payload: { reason },
      personId: trace.personId,
      at: ports.clock.now(),
    } as const;
    database.signals
      .insert({ workspaceId: trace.workspaceId, personId: trace.personId }, signal)
      .then(() => database.live.publish({ kind: "signalled", traceId: trace.id }))
      // Without the database the run cannot be canceled properly, so it is left to a worker.
      .catch(() => {
        release.abort();
        abandon();
      });
  };
}

/** A promise that resolves when it is opened. */
function createGate(): { readonly promise: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { promise, open: () => open() };
}

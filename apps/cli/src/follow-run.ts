import { GoaltraceError } from "@goaltrace/core";
import type { Entry, Trace, Update, WaitingFor } from "@goaltrace/core/log";
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
  const shown = new Map([[trace.id, trace.lastSequence]]);
  const decideOnce = singleFlight(decide);
  const showUpdate = (update: Update): void => {
    show(update);
    if (update.kind !== "entry") return;
    shown.set(update.entry.traceId, update.entry.sequence);
    // A sub-agent can be answered while the run and its other sub-agents continue.
    if (asksPeople(update.entry) && update.entry.traceId !== trace.id)
      decideOnce().catch((thrown: unknown) => {
        ports.logger.warn("a request was not decided", { traceId: trace.id, error: String(thrown) });
      });
  };
  const showStored = async (): Promise<void> => {
    const entries: Entry[] = [];
    for (const { id, origin } of await database.traces.family(scope, trace.id)) {
      const after = shown.get(id) ?? origin?.sequence ?? 0;
      entries.push(...(await database.traces.entries(scope, id, { after })));
    }
    // Sub-agents come after the entries that start them.
    for (const entry of entries.sort((left, right) => left.at - right.at)) {
      shown.set(entry.traceId, entry.sequence);
      show({ kind: "entry", entry });
    }
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
        onUpdate: showUpdate,
      }).finally(() => {
        isExecuting = false;
      });
      // While the database is away, a step may wait for as long as that lasts: a person who interrupts it again need not.
      await Promise.race([execution, abandoned.promise]);
      // Losing the lease, for example after a long database outage, does not end the run: it is claimed again or followed.
      if (release.signal.aborted) return true;
    }
    await showStored();
    const current = await database.traces.get(scope, trace.id);
    if (WAITS_FOR_PEOPLE.has(current?.waitingFor ?? null)) await decideOnce();
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

/** A run that waits for sub-agents waits for what people decide about them. */
const WAITS_FOR_PEOPLE: ReadonlySet<WaitingFor | null> = new Set([
  ...(["approval", "question", "budget", "children"] as const),
]);

function asksPeople(entry: Entry): boolean {
  return entry.kind === "event" && (entry.type === "approval.requested" || entry.type === "question.asked");
}

/** Runs `action` once at a time. A call during a run makes it run again after it, and returns the same promise. */
function singleFlight(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  let isDueAgain = false;
  const start = async (): Promise<void> => {
    try {
      do {
        isDueAgain = false;
        await action();
      } while (isDueAgain);
    } finally {
      running = null;
    }
  };
  return async () => {
    if (running !== null) isDueAgain = true;
    running ??= start();
    await running;
  };
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

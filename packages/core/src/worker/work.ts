import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { Update } from "../log/update.ts";
import type { RunPorts } from "../loop/ports.ts";
import { hasHandler } from "../loop/signal-handlers.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { LiveFeed } from "../ports/live-feed.ts";
import type { Trace } from "../log/trace.ts";
import type { Lease } from "../ports/trace-store.ts";
import { isCarriedOver } from "../signals/carry-over.ts";
import { run } from "../run.ts";
import { createFolderLookup } from "./available-folders.ts";
import { createSignalInbox } from "./signal-inbox.ts";
import { sweepOrphanedBlobs } from "./sweep-orphaned-blobs.ts";
import { markWaitingForFolder } from "./mark-waiting-for-folder.ts";
import { HEARTBEAT_MS, LEASE_MS, RECONCILE_MS, WORKER_CONCURRENCY } from "../tunables.ts";

/** Lease timing, in milliseconds. It determines how soon other workers take over the runs of a dead worker. */
export type LeaseTimes = {
  /** A lease expires if it is not renewed for this long. */
  readonly leaseMs: number;
  /** Time between renewals; several must fit into one lease. */
  readonly heartbeatMs: number;
  /** Time between polls for claimable runs, such as those with expired leases. */
  readonly reconcileMs: number;
};

const LEASE_TIMES: LeaseTimes = {
  leaseMs: LEASE_MS,
  heartbeatMs: HEARTBEAT_MS,
  reconcileMs: RECONCILE_MS,
};

export type WorkerOptions = {
  /** The owner recorded on this worker's leases. */
  readonly name: string;
  readonly ports: RunPorts;
  readonly jobs: Jobs;
  readonly live: LiveFeed;
  /** Maximum number of concurrent runs. Default: `WORKER_CONCURRENCY`. */
  readonly concurrency?: number;
  /** Default: the values in `tunables.ts`. */
  readonly leaseTimes?: LeaseTimes;
  /** Returns true if a project folder is on this machine; runs in other folders are left to other workers. Default: always true. */
  hasFolder?(folder: string): Promise<boolean>;
};

export type Worker = {
  /** Stops claiming, waits until each run reaches its next step, and releases the leases. */
  stop(): Promise<void>;
};

/**
 * Starts a worker that claims runs and executes them until stopped. Queue messages only wake it: the work itself is read from the trace rows,
 * so a lost wake-up or a dead worker delays a run by at most one lease and one poll. A poll claims runs up to the concurrency limit, then marks
 * runs whose folder this machine lacks. The worker polls when woken, when a run ends, and at a fixed interval.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ports, leaseTimes = LEASE_TIMES } = options;
  const release = new AbortController();
  const executions = new Set<Promise<void>>();
  const checkFolders = options.hasFolder === undefined ? null : createFolderLookup(ports, options.hasFolder);
  let activePoll: Promise<void> | null = null;
  let isPollRequested = false;

  const startExecution = (claimed: { readonly trace: Trace; readonly lease: Lease }): void => {
    const succeeded = executeClaimedTrace({ ...options, ...claimed, release: release.signal }).then(
      () => true,
      (thrown: unknown) => {
        ports.logger.error("run execution failed", { traceId: claimed.trace.id, error: String(thrown) });
        return false;
      },
    );
    const execution = succeeded.then((isSuccess) => {
      executions.delete(execution);
      // A failed execution must not wake the worker: its run would be claimed again immediately, in a hot loop. The next regular poll
      // retries it.
      if (isSuccess) wake();
    });
    executions.add(execution);
  };

  /** Claims runs until none are left or the concurrency limit is reached, and starts over if woken in the meantime. */
  const poll = async (): Promise<void> => {
    do {
      isPollRequested = false;
      const availability = checkFolders === null ? undefined : await checkFolders();
      const folders = availability?.available;
      while (!release.signal.aborted && executions.size < (options.concurrency ?? WORKER_CONCURRENCY)) {
        const claimed = await ports.traces.claim({
          owner: options.name,
          leaseMs: leaseTimes.leaseMs,
          ...(folders === undefined ? {} : { folders }),
        });
        if (claimed === undefined) break;
        startExecution(claimed);
      }
      if (availability !== undefined && !release.signal.aborted)
        await markWaitingForFolder(ports, { owner: options.name, folders: availability.missing });
    } while (isPollRequested);
  };

  /** Starts a poll, or makes the active one repeat. */
  const wake = (): void => {
    isPollRequested = true;
    if (release.signal.aborted) return;
    activePoll ??= poll()
      .catch((thrown: unknown) => ports.logger.warn("poll for runs failed", { error: String(thrown) }))
      .finally(() => {
        activePoll = null;
        // A wake-up may arrive after the loop's last check but before this callback runs.
        if (isPollRequested) wake();
      });
  };

  const unsubscribe = await options.jobs.subscribe(wake);
  const regularPolls = (async () => {
    while (!release.signal.aborted) {
      wake();
      await ports.clock.sleep(leaseTimes.reconcileMs, release.signal).catch(() => undefined);
    }
  })();
  const blobSweeps = sweepOrphanedBlobs(ports, release.signal);
  return {
    stop: async () => {
      release.abort();
      await unsubscribe();
      await regularPolls;
      await blobSweeps;
      await activePoll;
      await Promise.allSettled(executions);
    },
  };
}

/**
 * Executes one claimed trace. Renews its lease, feeds it signals, cancels it on a cancel signal, and publishes its live output. A lost
 * lease is logged, not thrown, because another worker continues the run. Always releases the lease.
 */
export async function executeClaimedTrace(options: {
  readonly trace: Trace;
  readonly lease: Lease;
  readonly ports: RunPorts;
  readonly live: LiveFeed;
  /** Aborts when the run should stop before its next step and be left to another worker. */
  readonly release: AbortSignal;
  /** Default: the values in `tunables.ts`. */
  readonly leaseTimes?: LeaseTimes;
  /** Called with every update of the run. */
  onUpdate?(update: Update): void;
}): Promise<void> {
  const { trace, ports, live, lease } = options;
  const cancel = new AbortController();
  const leaseLost = new AbortController();
  const ended = new AbortController();
  const inbox = createSignalInbox(ports, trace, (cancelSignal) => {
    if (!cancel.signal.aborted) cancel.abort(cancelSignal);
  });
  const stopListening = live.subscribe({ traceId: trace.id }, (notice) => {
    if (notice.kind === "signalled") void inbox.check().catch(() => undefined);
  });
  const leaseRenewal = renewLease({
    ...options,
    leaseLost,
    ended: ended.signal,
    checkSignals: inbox.check,
  });
  try {
    await inbox.checkPreviousTurn();
    await inbox.check();
    let isFinished = false;
    for await (const update of run({
      trace,
      lease,
      ports,
      release: AbortSignal.any([options.release, leaseLost.signal]),
      cancel: cancel.signal,
      drainSignals: inbox.drain,
    })) {
      if (update.kind === "entry") isFinished ||= isTraceFinished(update.entry);
      else live.publish(update);
      options.onUpdate?.(update);
    }
    if (isFinished) await discardLateSignals(ports, trace);
  } catch (thrown) {
    if (!(thrown instanceof GoaltraceError && thrown.code === "LEASE_LOST")) throw thrown;
    ports.logger.warn("lease lost; another worker continues the run", { traceId: trace.id });
  } finally {
    ended.abort();
    stopListening();
    await leaseRenewal;
    await ports.traces.release(lease).catch(() => undefined);
  }
}

function isTraceFinished(entry: Entry): boolean {
  return entry.kind === "event" && entry.type === "trace.finished";
}

/** Discards signals that a finished run can no longer use, such as a cancel. Signals to its conversation are kept for the next turn. */
async function discardLateSignals({ signals }: RunPorts, trace: Trace): Promise<void> {
  const late = (await signals.pending(trace, trace.id)).filter(
    (signal) => hasHandler(signal) && !isCarriedOver(signal),
  );
  if (late.length === 0) return;
  await signals.take(
    trace,
    trace.id,
    late.map((signal) => signal.id),
  );
}

/** Renews the lease and checks for signals at each heartbeat until the execution ends. Aborts `leaseLost` if another worker has the lease. */
async function renewLease(options: {
  readonly lease: Lease;
  readonly ports: RunPorts;
  readonly leaseLost: AbortController;
  readonly ended: AbortSignal;
  readonly leaseTimes?: LeaseTimes;
  checkSignals(): Promise<void>;
}): Promise<void> {
  const { lease, ports, leaseLost, ended, leaseTimes = LEASE_TIMES } = options;
  while (!ended.aborted && !leaseLost.signal.aborted) {
    await ports.clock.sleep(leaseTimes.heartbeatMs, ended).catch(() => undefined);
    if (ended.aborted) return;
    try {
      if (!(await ports.traces.heartbeat(lease, leaseTimes.leaseMs))) leaseLost.abort();
      await options.checkSignals();
    } catch (thrown) {
      ports.logger.warn("heartbeat failed", { traceId: lease.rootId, error: String(thrown) });
    }
  }
}

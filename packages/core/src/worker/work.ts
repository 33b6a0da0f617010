import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { Update } from "../log/update.ts";
import type { RunPorts } from "../loop/ports.ts";
import { isHandled } from "../loop/signal-handlers.ts";
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

/** How soon the runs of a dead worker are taken over. Milliseconds. */
export type LeaseTimes = {
  /** A lease that is not renewed for this long is free. */
  readonly leaseMs: number;
  /** Pause between two renewals: several must fit into a lease. */
  readonly heartbeatMs: number;
  /** Pause between two looks for expired leases. */
  readonly reconcileMs: number;
};

const LEASE_TIMES: LeaseTimes = {
  leaseMs: LEASE_MS,
  heartbeatMs: HEARTBEAT_MS,
  reconcileMs: RECONCILE_MS,
};

export type WorkerOptions = {
  readonly name: string;
  readonly ports: RunPorts;
  readonly jobs: Jobs;
  readonly live: LiveFeed;
  readonly concurrency?: number;
  /** Default: those of `tunables.ts`. */
  readonly leaseTimes?: LeaseTimes;
  /** Whether a project folder is on this machine; runs of others are left to workers that have theirs. Default: all are. */
  hasFolder?(folder: string): Promise<boolean>;
};

export type Worker = {
  /** Stops claiming, lets each run reach its next step, releases the leases. */
  stop(): Promise<void>;
};

/**
 * Claims traces and runs them until stopped. The queue only wakes: what there is to do is read from the trace rows, so a lost wake-up or
 * a dead worker costs at most the lease and one look.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ports, leaseTimes = LEASE_TIMES } = options;
  const release = new AbortController();
  const executions = new Set<Promise<void>>();
  const findFolders = options.hasFolder === undefined ? null : createFolderLookup(ports, options.hasFolder);
  let looking: Promise<void> | null = null;
  let again = false;
  const look = async (): Promise<void> => {
    do {
      again = false;
      const wanted = findFolders === null ? undefined : await findFolders();
      const folders = wanted?.available;
      while (!release.signal.aborted && executions.size < (options.concurrency ?? WORKER_CONCURRENCY)) {
        const claimed = await ports.traces.claim({
          owner: options.name,
          leaseMs: leaseTimes.leaseMs,
          ...(folders === undefined ? {} : { folders }),
        });
        if (claimed === undefined) break;
        // After a failure outside the log only the reconciling look tries again: waking at once would claim it in a hot loop.
        const execution = executeClaimedTrace({ ...options, ...claimed, release: release.signal }).then(
          () => true,
          (thrown: unknown) => {
            ports.logger.error("run failed outside its log", {
              traceId: claimed.trace.id,
              error: String(thrown),
            });
            return false;
          },
        );
        const running = execution.then((ended) => {
          executions.delete(running);
          if (ended) wake();
        });
        executions.add(running);
      }
      if (wanted !== undefined && !release.signal.aborted)
        await markWaitingForFolder(ports, { owner: options.name, folders: wanted.missing });
    } while (again);
  };
  const wake = (): void => {
    again = true;
    if (release.signal.aborted) return;
    looking ??= look()
      .catch((thrown: unknown) => ports.logger.warn("no look at the queue", { error: String(thrown) }))
      .finally(() => {
        looking = null;
        // Woken after the last look and before it was over.
        if (again) wake();
      });
  };
  const unsubscribe = await options.jobs.subscribe(wake);
  const reconcile = (async () => {
    while (!release.signal.aborted) {
      wake();
      await ports.clock.sleep(leaseTimes.reconcileMs, release.signal).catch(() => undefined);
    }
  })();
  const housekeeping = sweepOrphanedBlobs(ports, release.signal);
  return {
    stop: async () => {
      release.abort();
      await unsubscribe();
      await reconcile;
      await housekeeping;
      await looking;
      await Promise.allSettled(executions);
    },
  };
}

/** Runs one claimed trace: keeps its lease, turns cancel signals into an abort, publishes what happens. */
export async function executeClaimedTrace(options: {
  readonly trace: Trace;
  readonly lease: Lease;
  readonly ports: RunPorts;
  readonly live: LiveFeed;
  readonly release: AbortSignal;
  /** Default: those of `tunables.ts`. */
  readonly leaseTimes?: LeaseTimes;
  onUpdate?(update: Update): void;
}): Promise<void> {
  const { trace, ports, live, lease } = options;
  const cancel = new AbortController();
  const lost = new AbortController();
  const ended = new AbortController();
  const inbox = createSignalInbox(ports, trace, (signal) => {
    if (!cancel.signal.aborted) cancel.abort(signal);
  });
  const stopListening = live.subscribe({ traceId: trace.id }, (notice) => {
    if (notice.kind === "signalled") void inbox.check().catch(() => undefined);
  });
  const beat = keepLease({ ...options, lost, ended: ended.signal, checkSignals: inbox.check });
  try {
    await inbox.checkPreviousTurn();
    await inbox.check();
    let isOver = false;
    for await (const update of run({
      trace,
      lease,
      ports,
      release: AbortSignal.any([options.release, lost.signal]),
      cancel: cancel.signal,
      drainSignals: inbox.drain,
    })) {
      if (update.kind === "entry") isOver ||= isEnd(update.entry);
      else live.publish(update);
      options.onUpdate?.(update);
    }
    if (isOver) await takeLateSignals(ports, trace);
  } catch (thrown) {
    if (!(thrown instanceof GoaltraceError && thrown.code === "LEASE_LOST")) throw thrown;
    ports.logger.warn("lease lost, another worker continues", { traceId: trace.id });
  } finally {
    ended.abort();
    stopListening();
    await beat;
    await ports.traces.release(lease).catch(() => undefined);
  }
}

function isEnd(entry: Entry): boolean {
  return entry.kind === "event" && entry.type === "trace.finished";
}

/** A run that is over has nothing to cancel, pause or resume. Requests to its conversation wait for the next turn. */
async function takeLateSignals({ signals }: RunPorts, trace: Trace): Promise<void> {
  const late = (await signals.pending(trace, trace.id)).filter(
    (signal) => isHandled(signal) && !isCarriedOver(signal),
  );
  if (late.length === 0) return;
  await signals.take(
    trace,
    trace.id,
    late.map((signal) => signal.id),
  );
}

async function keepLease(options: {
  readonly lease: Lease;
  readonly ports: RunPorts;
  readonly lost: AbortController;
  readonly ended: AbortSignal;
  readonly leaseTimes?: LeaseTimes;
  checkSignals(): Promise<void>;
}): Promise<void> {
  const { lease, ports, lost, ended, leaseTimes = LEASE_TIMES } = options;
  while (!ended.aborted && !lost.signal.aborted) {
    await ports.clock.sleep(leaseTimes.heartbeatMs, ended).catch(() => undefined);
    if (ended.aborted) return;
    try {
      if (!(await ports.traces.heartbeat(lease, leaseTimes.leaseMs))) lost.abort();
      await options.checkSignals();
    } catch (thrown) {
      ports.logger.warn("heartbeat failed", { traceId: lease.rootId, error: String(thrown) });
    }
  }
}

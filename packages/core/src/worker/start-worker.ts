import type { RunPorts } from "../loop/ports.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { LiveFeed } from "../ports/live-feed.ts";
import type { Trace } from "../log/trace.ts";
import type { Lease } from "../ports/trace-store.ts";
import { WORKER_CONCURRENCY } from "../tunables.ts";
import { createFolderLookup } from "./available-folders.ts";
import { claimsAtOnce, crowdedWorkspaces } from "./crowded-workspaces.ts";
import { executeClaimedTrace } from "./execute-claimed-trace.ts";
import { LEASE_TIMES, type LeaseTimes } from "./lease-times.ts";
import { markWaitingForFolder } from "./mark-waiting-for-folder.ts";
import { sweepOrphanedBlobs } from "./sweep-orphaned-blobs.ts";

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
 * so a lost wake-up or a dead worker delays a run by at most one lease and one poll. Workspaces take turns, and none takes all slots
 * (`crowdedWorkspaces`). A poll claims runs up to the concurrency limit, then marks
 * runs whose folder this machine lacks. The worker polls when woken, when a run ends, and at a fixed interval.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ports, leaseTimes = LEASE_TIMES } = options;
  const release = new AbortController();
  const concurrency = options.concurrency ?? WORKER_CONCURRENCY;
  /** Every execution with its workspace. */
  const executions = new Map<Promise<void>, string>();
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
    executions.set(execution, claimed.trace.workspaceId);
  };

  /** Claims runs until none are left or the concurrency limit is reached, and starts over if woken in the meantime. */
  const poll = async (): Promise<void> => {
    do {
      isPollRequested = false;
      const availability = checkFolders === null ? undefined : await checkFolders();
      const folders = availability?.available;
      let atOnce = 1;
      while (!release.signal.aborted && executions.size < concurrency) {
        const claims = Math.min(atOnce, claimsAtOnce(concurrency - executions.size));
        const request = {
          owner: options.name,
          leaseMs: leaseTimes.leaseMs,
          exceptWorkspaces: crowdedWorkspaces(executions.values(), concurrency),
          ...(folders === undefined ? {} : { folders }),
        };
        const settled = await Promise.allSettled(
          Array.from({ length: claims }, async () => await ports.traces.claim(request)),
        );
        const found = settled.flatMap((claim) =>
          claim.status === "fulfilled" && claim.value !== undefined ? [claim.value] : [],
        );
        for (const claimed of found) startExecution(claimed);
        const failed = settled.find((claim) => claim.status === "rejected");
        if (failed !== undefined) throw failed.reason;
        if (found.length < claims) break;
        atOnce *= 2;
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
      await Promise.allSettled(executions.keys());
    },
  };
}

import { GoaltraceError } from "../errors.ts";
import type { RunPorts } from "../loop/ports.ts";
import type { Jobs } from "../ports/jobs.ts";
import type { LiveFeed } from "../ports/live-feed.ts";
import type { Stall, StallWatch } from "../ports/stall-watch.ts";
import type { Claimed, Lease } from "../ports/trace-store.ts";
import { createFolderLookup } from "./available-folders.ts";
import { claimsAtOnce, crowdedWorkspaces } from "./crowded-workspaces.ts";
import { executeClaimedTrace } from "./execute-claimed-trace.ts";
import { isOutage } from "./is-outage.ts";
import { LEASE_TIMES, type LeaseTimes } from "./lease-times.ts";
import { markWaitingForFolder } from "./mark-waiting-for-folder.ts";
import { createRunIncidents } from "./run-incidents.ts";
import { sweepOrphanedBlobs } from "./sweep-orphaned-blobs.ts";
import { RECOVERY_HEARTBEATS, WORKER_CONCURRENCY } from "../tunables.ts";

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
  /** Reports stalls of this process, which are logged; a run that causes harmful ones repeatedly is set aside. Default: none. */
  readonly stalls?: StallWatch;
  /** Returns true if a project folder is on this machine; runs in other folders are left to other workers. Default: always true. */
  hasFolder?(folder: string): Promise<boolean>;
};

export type Worker = {
  /** Stops claiming, waits until each run reaches its next step, and releases the leases. */
  stop(): Promise<void>;
  /** Releases the leases of the runs that are still executing, for a process that is about to exit: others continue them at once. */
  giveBackRuns(): Promise<void>;
};

type Execution = {
  readonly lease: Lease;
  readonly workspaceId: string;
  readonly setAside: AbortController;
};

/**
 * Starts a worker that claims runs and executes them until stopped. Queue messages only wake it: the work itself is read from the trace rows,
 * so a lost wake-up or a dead worker delays a run by at most one lease and one poll. Workspaces take turns, and none takes all slots
 * (`crowdedWorkspaces`). A poll claims runs up to the concurrency limit, then marks runs whose folder this machine lacks. The worker polls
 * when woken, when a run ends, and at a fixed interval. After an outage of the database it first gives the holders of all leases, which
 * expired meanwhile, time to renew them.
 */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { ports, stalls, leaseTimes = LEASE_TIMES } = options;
  const release = new AbortController();
  const concurrency = options.concurrency ?? WORKER_CONCURRENCY;
  const executions = new Map<string, Execution>();
  const ending = new Set<Promise<void>>();
  const incidents = createRunIncidents();
  const checkFolders = options.hasFolder === undefined ? null : createFolderLookup(ports, options.hasFolder);
  let activePoll: Promise<void> | null = null;
  let isPollRequested = false;
  let isDatabaseAway = false;

  const startExecution = (claimed: Claimed): void => {
    const traceId = claimed.trace.id;
    const setAside = new AbortController();
    const verdict = incidents.verdict(traceId);
    if (verdict !== null) setAside.abort(new GoaltraceError(verdict));
    executions.set(traceId, { lease: claimed.lease, workspaceId: claimed.trace.workspaceId, setAside });
    const execute = async (): Promise<void> =>
      await executeClaimedTrace({
        ...options,
        ...claimed,
        release: release.signal,
        setAside: setAside.signal,
      });
    const succeeded = (stalls === undefined ? execute() : stalls.attribute(traceId, execute)).then(
      () => true,
      (thrown: unknown) => {
        const error = String(thrown);
        ports.logger.error("run execution failed", { traceId, error });
        if (!isOutage(thrown)) incidents.noteFailure(traceId, { at: ports.clock.now(), error });
        return false;
      },
    );
    const execution = succeeded.then((isSuccess) => {
      executions.delete(traceId);
      ending.delete(execution);
      // A failed execution must not wake the worker: its run would be claimed again immediately, in a hot loop. The next regular poll
      // retries it.
      if (isSuccess) wake();
    });
    ending.add(execution);
  };

  const handleStall = (stall: Stall): void => {
    ports.logger.warn("event loop stalled", stall);
    incidents.noteStall(stall);
    const verdict = stall.traceId === null ? null : incidents.verdict(stall.traceId);
    if (verdict !== null) executions.get(stall.traceId ?? "")?.setAside.abort(new GoaltraceError(verdict));
  };

  /** After an outage, waits until the database answers and living holders have renewed their leases. */
  const waitForHolders = async (): Promise<void> => {
    if (!isDatabaseAway) return;
    await ports.traces.waitingFolders();
    await ports.clock
      .sleep(RECOVERY_HEARTBEATS * leaseTimes.heartbeatMs, release.signal)
      .catch(() => undefined);
  };

  /** Claims runs until none are left or the concurrency limit is reached, and starts over if woken in the meantime. */
  const poll = async (): Promise<void> => {
    await waitForHolders();
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
          except: [...executions.keys()],
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
    if (isDatabaseAway) ports.logger.info("database back");
    isDatabaseAway = false;
  };

  const handlePollError = (thrown: unknown): void => {
    // One line per outage is enough.
    if (isOutage(thrown) && isDatabaseAway) return;
    isDatabaseAway ||= isOutage(thrown);
    ports.logger.warn("poll for runs failed", { error: String(thrown) });
  };

  /** Starts a poll, or makes the active one repeat. */
  const wake = (): void => {
    isPollRequested = true;
    if (release.signal.aborted) return;
    activePoll ??= poll()
      .catch(handlePollError)
      .finally(() => {
        activePoll = null;
        // A wake-up may arrive after the loop's last check but before this callback runs. While the database is away, the next regular
        // poll is soon enough.
        if (isPollRequested && !isDatabaseAway) wake();
      });
  };

  const stopWatching = stalls?.onStall(handleStall);
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
      await Promise.allSettled(ending);
      stopWatching?.();
    },
    giveBackRuns: async () => {
      await Promise.allSettled(
        [...executions.values()].map(async ({ lease }) => await ports.traces.release(lease)),
      );
    },
  };
}

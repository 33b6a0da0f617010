import type { RunPorts } from "../loop/ports.ts";
import type { Lease } from "../ports/trace-store.ts";
import { isOutage } from "./is-outage.ts";
import { DATABASE_RETRY_MS } from "../tunables.ts";
import type { LeaseTimes } from "./lease-times.ts";

type Ports = Pick<RunPorts, "traces" | "clock" | "logger">;

/**
 * Renews the lease and checks for signals at each heartbeat until the execution ends. Aborts `leaseLost` if another worker has the lease. A
 * lease that expired while the database was away, or this process was suspended, is renewed if no one has claimed the run since.
 */
export async function keepLease(
  ports: Ports,
  options: {
    readonly lease: Lease;
    readonly leaseTimes: LeaseTimes;
    readonly leaseLost: AbortController;
    readonly ended: AbortSignal;
    checkSignals(): Promise<void>;
  },
): Promise<void> {
  const { lease, leaseTimes, leaseLost, ended } = options;
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

/**
 * Gives a run back, so that another worker can continue it at once and does not take this for a crash. Repeats this while the database is
 * away, until `stop` aborts. Never rejects.
 */
export async function giveBack(ports: Ports, lease: Lease, stop: AbortSignal): Promise<void> {
  for (;;) {
    try {
      await ports.traces.release(lease);
      return;
    } catch (thrown) {
      if (stop.aborted || !isOutage(thrown)) {
        ports.logger.warn("lease not released", { traceId: lease.rootId, error: String(thrown) });
        return;
      }
    }
    await ports.clock.sleep(DATABASE_RETRY_MS, stop).catch(() => undefined);
  }
}

import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { Trace } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import type { RunPorts } from "../loop/ports.ts";
import { hasHandler } from "../loop/signal-handlers.ts";
import type { LiveFeed } from "../ports/live-feed.ts";
import type { Claimed } from "../ports/trace-store.ts";
import { run } from "../run.ts";
import { isCarriedOver } from "../signals/carry-over.ts";
import { giveBack, keepLease } from "./keep-lease.ts";
import { LEASE_TIMES, type LeaseTimes } from "./lease-times.ts";
import { createSignalInbox } from "./signal-inbox.ts";

/**
 * Executes one claimed trace. Renews its lease, feeds it signals, cancels it on a cancel signal, and publishes its live output. A lost
 * lease is logged, not thrown, because another worker continues the run. Always gives the lease back, after an outage of the database as
 * soon as it has ended.
 */
export async function executeClaimedTrace(
  options: Claimed & {
    readonly ports: RunPorts;
    readonly live: LiveFeed;
    /** Aborts when the run should stop before its next step and be left to another worker. */
    readonly release: AbortSignal;
    /** Aborts when the run must end because it harms this worker. Default: never. */
    readonly setAside?: AbortSignal;
    /** Default: the values in `tunables.ts`. */
    readonly leaseTimes?: LeaseTimes;
    /** Called with every update of the run. */
    onUpdate?(update: Update): void;
  },
): Promise<void> {
  const { trace, ports, live, lease, previousHolder, setAside, leaseTimes = LEASE_TIMES } = options;
  const cancel = new AbortController();
  const leaseLost = new AbortController();
  const ended = new AbortController();
  const inbox = createSignalInbox(ports, trace, (cancelSignal) => {
    if (!cancel.signal.aborted) cancel.abort(cancelSignal);
  });
  const stopListening = live.subscribe({ traceId: trace.id }, (notice) => {
    if (notice.kind === "signalled") void inbox.check().catch(() => undefined);
  });
  const leaseKept = keepLease(ports, {
    ...{ lease, leaseTimes, leaseLost },
    ended: ended.signal,
    checkSignals: inbox.check,
  });
  try {
    // Requests to the conversation that arrived after its last turn had ended are for this turn.
    await inbox.checkPreviousTurn();
    await inbox.check();
    let isFinished = false;
    for await (const update of run({
      ...{ trace, lease, ports, previousHolder },
      release: AbortSignal.any([options.release, leaseLost.signal]),
      cancel: cancel.signal,
      ...(setAside === undefined ? {} : { setAside }),
      drainSignals: inbox.drain,
      // While the database is away, calls with effects wait for it anyway.
      checkSignals: async () => await inbox.check().catch(() => undefined),
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
    await leaseKept;
    await giveBack(ports, lease, options.release);
  }
}

function isTraceFinished(entry: Entry): boolean {
  return entry.kind === "event" && entry.type === "trace.finished";
}

/**
 * Discards signals that a finished run can no longer use, such as a cancel. Signals to its conversation are kept for the next turn, and kinds
 * that this version cannot handle stay pending.
 */
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

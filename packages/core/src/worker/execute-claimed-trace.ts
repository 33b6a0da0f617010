import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { Update } from "../log/update.ts";
import type { RunPorts } from "../loop/ports.ts";
import { hasHandler } from "../loop/signal-handlers.ts";
import type { LiveFeed } from "../ports/live-feed.ts";
import type { Scope } from "../ports/scope.ts";
import type { Claimed } from "../ports/trace-store.ts";
import { run } from "../run.ts";
import { isCarriedOver } from "../signals/carry-over.ts";
import { createChildInboxes } from "./child-inboxes.ts";
import { giveBack, keepLease } from "./keep-lease.ts";
import { LEASE_TIMES, type LeaseTimes } from "./lease-times.ts";
import { createSignalInbox } from "./signal-inbox.ts";

/**
 * Executes one claimed trace with its sub-agents. Renews its lease, feeds them signals, cancels on a cancel signal, and publishes live output. A lost
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
  const inbox = createSignalInbox(ports, trace, (signal) => {
    if (signal.kind === "cancel" && !cancel.signal.aborted) cancel.abort(signal);
  });
  const children = createChildInboxes(ports, live);
  const stopListening = live.subscribe({ traceId: trace.id }, (notice) => {
    if (notice.kind === "signalled") void inbox.check().catch(() => undefined);
  });
  const leaseKept = keepLease(ports, {
    ...{ lease, leaseTimes, leaseLost },
    ended: ended.signal,
    checkSignals: async () => void (await Promise.all([inbox.check(), children.check()])),
  });
  try {
    // Requests to the conversation that arrived after its last turn had ended are for this turn.
    await inbox.checkPreviousTurn();
    await inbox.check();
    const finished: string[] = [];
    for await (const update of run({
      ...{ trace, lease, ports, previousHolder },
      release: AbortSignal.any([options.release, leaseLost.signal]),
      cancel: cancel.signal,
      ...(setAside === undefined ? {} : { setAside }),
      drainSignals: inbox.drain,
      // While the database is away, calls with effects wait for it anyway.
      checkSignals: async () => await inbox.check().catch(() => undefined),
      untilSignal: inbox.untilSignal,
      openInbox: children.open,
    })) {
      if (update.kind !== "entry") live.publish(update);
      else if (isTraceFinished(update.entry)) finished.push(update.entry.traceId);
      options.onUpdate?.(update);
    }
    for (const traceId of finished) await discardLateSignals(ports, trace, traceId);
  } catch (thrown) {
    if (!(thrown instanceof GoaltraceError && thrown.code === "LEASE_LOST")) throw thrown;
    ports.logger.warn("lease lost; another worker continues the run", { traceId: trace.id });
  } finally {
    ended.abort();
    stopListening();
    children.close();
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
async function discardLateSignals({ signals }: RunPorts, scope: Scope, traceId: string): Promise<void> {
  const late = (await signals.pending(scope, traceId)).filter(
    (signal) => hasHandler(signal) && !isCarriedOver(signal),
  );
  if (late.length === 0) return;
  await signals.take(
    scope,
    traceId,
    late.map((signal) => signal.id),
  );
}

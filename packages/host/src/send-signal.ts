import { createHash } from "node:crypto";
import { GoaltraceError, type Scope, type Signal, type SignalStore, type TraceStore } from "@goaltrace/core";
import { isTerminal, type Trace } from "@goaltrace/core/log";
import type { Runtime } from "./open-runtime.ts";
import { readTrace } from "@goaltrace/core/reading";

export type SignalPorts = Pick<Runtime, "ids" | "clock" | "redactorOf"> & {
  readonly stores: { readonly signals: SignalStore; readonly traces: TraceStore };
};

/** A request to a run other than to stop: keep a text through compactions, or compact now. */
export type SignalRequest = {
  readonly kind: "pin" | "compact";
  readonly traceId: string;
  /** The text to keep, or the focus of the summary; null for a compaction without focus. */
  readonly reason: string | null;
};
/** `now` is before the next model call of an active run; `next_turn` is when the conversation continues. */
export type SignalDelivery = { readonly when: "now" | "next_turn" };

/**
 * Sends a request to the conversation's run (C6b, C7). Without an active run it waits for the next turn. Errors: NOT_FOUND; INVALID_INPUT
 * for an ended run that nothing can follow.
 */
export async function sendSignal(
  ports: SignalPorts,
  scope: Scope,
  request: SignalRequest,
): Promise<SignalDelivery> {
  const { redact } = await ports.redactorOf(scope.workspaceId);
  const masked = { ...request, reason: request.reason === null ? null : redact(request.reason) };
  const named = await readTrace({ traces: ports.stores.traces, scope }, masked.traceId);
  const trace = isTerminal(named.status) ? await latestTrace(ports, scope, named) : named;
  await ports.stores.signals.insert(scope, {
    id: signalId(ports, trace.id, masked),
    traceId: trace.id,
    kind: masked.kind,
    personId: scope.personId,
    reason: masked.reason,
    at: ports.clock.now(),
  });
  return { when: isTerminal(trace.status) ? "next_turn" : "now" };
}

/** Moves the pending requests of an ended run to the run that follows it. */
export async function carryOverSignals(
  ports: SignalPorts,
  scope: Scope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { signals } = ports.stores;
  const pending = (await signals.pending(from)).filter((signal) => signal.kind !== "cancel");
  for (const signal of pending)
    await signals.insert(scope, { ...signal, id: signalId(ports, to, toRequest(signal)), traceId: to });
  if (pending.length > 0)
    await signals.take(
      from,
      pending.map((signal) => signal.id),
    );
}

function toRequest(signal: Signal): SignalRequest {
  return {
    kind: signal.kind === "pin" ? "pin" : "compact",
    traceId: signal.traceId,
    reason: signal.reason,
  };
}

/** Pinning the same text again changes nothing; each compaction is one of its own. */
function signalId(ports: SignalPorts, traceId: string, { kind, reason }: SignalRequest): string {
  if (kind === "compact") return `compact:${ports.ids.next()}`;
  const hash = createHash("sha256")
    .update(reason ?? "")
    .digest("hex");
  return `pin:${traceId}:${hash.slice(0, 32)}`;
}

async function latestTrace(ports: SignalPorts, scope: Scope, trace: Trace): Promise<Trace> {
  if (trace.conversationId === null)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "This run has ended and belongs to no conversation, so no later run would read the request.",
      fix: "Start a new conversation and write the text into its first message.",
    });
  const page = await ports.stores.traces.list(
    scope,
    { conversationId: trace.conversationId },
    { cursor: null, limit: 1 },
  );
  return page.items[0] ?? trace;
}

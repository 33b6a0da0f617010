import {
  GoaltraceError,
  type Scope,
  type SignalBody,
  signalId,
  type SignalStore,
  type TraceStore,
} from "@goaltrace/core";
import { isTerminal, type Trace } from "@goaltrace/core/log";
import { nodeHash } from "@goaltrace/tools";
import type { Runtime } from "./open-runtime.ts";
import { readTrace } from "@goaltrace/core/reading";

export type SignalPorts = Pick<Runtime, "ids" | "clock" | "redactorOf"> & {
  readonly stores: { readonly signals: SignalStore; readonly traces: TraceStore };
};

/** A request to a run other than to stop: keep a text through compactions, or compact now. */
type RequestBody = Extract<SignalBody, { kind: "pin" | "compact" }>;
/** `now` is before the next model call of an active run; `next_turn` is when the conversation continues. */
export type SignalDelivery = { readonly when: "now" | "next_turn" };

/**
 * Sends a request to the conversation's run (C6b, C7). Without an active run it waits for the next turn. Errors: NOT_FOUND; INVALID_INPUT
 * for an ended run that nothing can follow.
 */
export async function sendSignal(
  ports: SignalPorts,
  scope: Scope,
  { traceId, body }: { readonly traceId: string; readonly body: RequestBody },
): Promise<SignalDelivery> {
  const { redact } = await ports.redactorOf(scope.workspaceId);
  const masked = redactBody(body, redact);
  const named = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  const trace = isTerminal(named.status) ? await latestTrace(ports, scope, named) : named;
  await ports.stores.signals.insert(scope, {
    ...masked,
    id: idOf(ports, trace.id, masked),
    traceId: trace.id,
    personId: scope.personId,
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
  const pending = (await signals.pending(scope, from)).filter(
    (signal) => signal.kind === "pin" || signal.kind === "compact",
  );
  for (const signal of pending)
    await signals.insert(scope, { ...signal, id: idOf(ports, to, signal), traceId: to });
  if (pending.length > 0)
    await signals.take(
      scope,
      from,
      pending.map((signal) => signal.id),
    );
}

function redactBody(body: RequestBody, redact: (text: string) => string): RequestBody {
  if (body.kind === "pin") return { kind: "pin", payload: { text: redact(body.payload.text) } };
  const { focus } = body.payload;
  return { kind: "compact", payload: { focus: focus === null ? null : redact(focus) } };
}

function idOf(ports: SignalPorts, traceId: string, body: SignalBody): string {
  return signalId(traceId, body, { ids: ports.ids, hash: nodeHash });
}

async function latestTrace(ports: SignalPorts, scope: Scope, trace: Trace): Promise<Trace> {
  if (trace.conversationId === null)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "This run has ended and belongs to no conversation, so no later run would read the request.",
      fix: "Start a new conversation and write the text into its first message.",
    });
  return (await ports.stores.traces.head(scope, trace.conversationId)) ?? trace;
}

import {
  type CarriedSignal,
  GoaltraceError,
  isCarriedOver,
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

/** A request to a conversation: keep a text through compactions, or compact now. */
type RequestBody = Extract<SignalBody, { kind: CarriedSignal["kind"] }>;
/** A request to one run. */
type ControlBody = Extract<SignalBody, { kind: "cancel" | "pause" | "resume" }>;
/** `now` is before the next model call of an active run; `next_turn` is when the conversation continues. */
export type SignalDelivery = { readonly when: "now" | "next_turn" };

/**
 * Sends a request to the conversation's run. Without an active run it waits for the next turn. Errors: NOT_FOUND; INVALID_INPUT
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
  await insert(ports, scope, { trace, body: masked });
  return { when: isTerminal(trace.status) ? "next_turn" : "now" };
}

/**
 * Asks a run to stop, to pause before its next step, or to continue; whoever holds its lease does it. False for a run that has ended.
 * Errors: NOT_FOUND.
 */
export async function controlRun(
  ports: Omit<SignalPorts, "redactorOf">,
  scope: Scope,
  { traceId, body }: { readonly traceId: string; readonly body: ControlBody },
): Promise<{ readonly requested: boolean }> {
  const trace = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  if (isTerminal(trace.status)) return { requested: false };
  await insert(ports, scope, { trace, body });
  return { requested: true };
}

/**
 * Moves the pending requests of an ended run to the run that follows it. They keep their ids: a worker may have claimed that run already and
 * received them from the ended one, and this may be repeated after a process died halfway.
 */
export async function carryOverSignals(
  ports: Pick<SignalPorts, "stores">,
  scope: Scope,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<void> {
  const { signals } = ports.stores;
  const pending = (await signals.pending(scope, from)).filter(isCarriedOver);
  for (const signal of pending) await signals.insert(scope, { ...signal, traceId: to });
  if (pending.length > 0)
    await signals.take(
      scope,
      from,
      pending.map((signal) => signal.id),
    );
}

async function insert(
  ports: Omit<SignalPorts, "redactorOf">,
  scope: Scope,
  { trace, body }: { readonly trace: Trace; readonly body: SignalBody },
): Promise<void> {
  await ports.stores.signals.insert(scope, {
    ...body,
    id: idOf(ports, trace.id, body),
    traceId: trace.id,
    personId: scope.personId,
    at: ports.clock.now(),
  });
}

function redactBody(body: RequestBody, redact: (text: string) => string): RequestBody {
  if (body.kind === "pin") return { kind: "pin", payload: { text: redact(body.payload.text) } };
  const { focus } = body.payload;
  return { kind: "compact", payload: { focus: focus === null ? null : redact(focus) } };
}

function idOf(ports: Pick<SignalPorts, "ids">, traceId: string, body: SignalBody): string {
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

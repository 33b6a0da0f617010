import { GoaltraceError } from "@goaltrace/core";
import { isTerminal, type Trace } from "@goaltrace/core/log";
import type { Scope, SignalStore, TraceStore } from "@goaltrace/core/ports";
import { readTrace } from "@goaltrace/core/reading";
import { type CarriedSignal, isCarriedOver, type SignalBody, signalId } from "@goaltrace/core/signals";
import { nodeHash } from "@goaltrace/tools";
import type { Runtime } from "./runtime.ts";

export type SignalPorts = Pick<Runtime, "ids" | "clock" | "getRedactor"> & {
  readonly stores: { readonly signals: SignalStore; readonly traces: TraceStore };
};

/** A request to a conversation: pin a text across compactions, compact now, or read a text before the next model call. */
type RequestBody = Extract<SignalBody, { kind: CarriedSignal["kind"] }>;
/** A request to one run. */
type ControlBody = Extract<SignalBody, { kind: "cancel" | "pause" | "resume" | "set_budget" }>;
/** `now`: before the next model call of the active run; `next_turn`: when the conversation continues. */
export type SignalDelivery = { readonly when: "now" | "next_turn" };

/**
 * Sends a request to the conversation's run. Without an active run it is delivered to the next turn. Sending a text again under the same
 * `requestId` has no effect. Errors: NOT_FOUND; INVALID_INPUT for an ended run that belongs to no conversation.
 */
export async function sendSignal(
  ports: SignalPorts,
  scope: Scope,
  {
    traceId,
    body,
    requestId,
  }: {
    readonly traceId: string;
    readonly body: RequestBody;
    readonly requestId?: string | undefined;
  },
): Promise<SignalDelivery> {
  const { redact } = await ports.getRedactor(scope.workspaceId);
  const masked = redactBody(body, redact);
  const requested = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  const trace = isTerminal(requested.status) ? await latestTrace(ports, scope, requested) : requested;
  await insert(ports, scope, { trace, body: masked, requestId });
  return { when: isTerminal(trace.status) ? "next_turn" : "now" };
}

/**
 * Asks a run to stop, to pause before its next step, or to continue; the holder of its lease acts on it. `requested` is false when the run
 * has ended. Errors: NOT_FOUND.
 */
export async function controlRun(
  ports: Omit<SignalPorts, "getRedactor">,
  scope: Scope,
  { traceId, body }: { readonly traceId: string; readonly body: ControlBody },
): Promise<{ readonly requested: boolean }> {
  const trace = await readTrace({ traces: ports.stores.traces, scope }, traceId);
  if (isTerminal(trace.status)) return { requested: false };
  await insert(ports, scope, { trace, body });
  return { requested: true };
}

/**
 * Moves pending requests of an ended run to the run that follows it. They keep their ids, so that moving is idempotent: a worker may
 * already have claimed the new run and received them from the old one, and a crash may interrupt the move.
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
  ports: Omit<SignalPorts, "getRedactor">,
  scope: Scope,
  {
    trace,
    body,
    requestId,
  }: { readonly trace: Trace; readonly body: SignalBody; readonly requestId?: string | undefined },
): Promise<void> {
  await ports.stores.signals.insert(scope, {
    ...body,
    id: signalId(trace.id, body, { ids: ports.ids, hash: nodeHash, requestId }),
    traceId: trace.id,
    personId: scope.personId,
    at: ports.clock.now(),
  });
}

function redactBody(body: RequestBody, redact: (text: string) => string): RequestBody {
  if (body.kind !== "compact") return { ...body, payload: { text: redact(body.payload.text) } };
  const { focus } = body.payload;
  return { kind: "compact", payload: { focus: focus === null ? null : redact(focus) } };
}

async function latestTrace(ports: SignalPorts, scope: Scope, trace: Trace): Promise<Trace> {
  if (trace.conversationId === null)
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message:
        "This run has ended and does not belong to a conversation, so no later run would receive the request.",
      fix: "Start a new conversation and put the text into its first message.",
    });
  return (await ports.stores.traces.head(scope, trace.conversationId)) ?? trace;
}

import type { Failure } from "../../errors.ts";
import type { Trace } from "../../log/trace.ts";
import type { CallWaiting, Update } from "../../log/update.ts";
import type { CallQuota } from "../../ports/call-quota.ts";
import type { Clock } from "../../ports/clock.ts";
import type { EndpointAdmission, ModelClient } from "../../ports/model-client.ts";

/** The run of a call, for which it waits and by whose quotas it is counted. */
export type CallTrace = Pick<Trace, "id" | "workspaceId" | "personId" | "keyId">;

/** A call before one of its attempts. */
type Caller = {
  readonly client: ModelClient;
  readonly callId: string;
  readonly trace: CallTrace;
  readonly signal: AbortSignal;
  /** Suspends a time limit of the caller until the returned function is called. Default: there is none. */
  readonly suspendLimit?: () => () => void;
  /** Makes it a spare call of its endpoint, as `EndpointCaller` says. It does not wait for a quota. */
  readonly onNeeded?: () => void;
  readonly ports: { readonly clock: Pick<Clock, "sleep" | "monotonic">; readonly callQuota?: CallQuota };
  emit(update: Update): void;
};

/** The place of an attempt, or the reason why it may not be sent, and the time for which it waited. */
export type Admission = { readonly place: EndpointAdmission; readonly waitedMs: number };

type Wait = Pick<CallWaiting, "ahead" | "quota">;

const NO_LIMIT: EndpointAdmission = { admitted: true, leave: () => undefined };
const CANCELLED: Failure = {
  code: "CANCELLED",
  message: "Canceled while waiting for a quota of model calls.",
  fix: "",
};

/**
 * Waits until an attempt may be sent: for a place at the endpoint, and for room in the quotas of its run, which count it. Reports the wait to
 * watchers. Errors: DATABASE_UNAVAILABLE.
 */
export async function admitCall(caller: Caller): Promise<Admission> {
  const { trace, callId, emit } = caller;
  const { clock } = caller.ports;
  const enteredAt = clock.monotonic();
  let hasWaited = false;
  const resumeLimit = caller.suspendLimit?.();
  const report = (wait: Wait): void => {
    hasWaited = true;
    emit({ kind: "call_waiting", traceId: trace.id, callId, ...wait });
  };
  try {
    const place = await waitForRoom(caller, report);
    return { place, waitedMs: hasWaited ? clock.monotonic() - enteredAt : 0 };
  } finally {
    if (hasWaited) report({ ahead: null });
    resumeLimit?.();
  }
}

/** No place is held while a quota is used up, because others use the same endpoint. */
async function waitForRoom(caller: Caller, report: (wait: Wait) => void): Promise<EndpointAdmission> {
  const { trace, signal, onNeeded } = caller;
  const { clock, callQuota } = caller.ports;
  const { workspaceId, personId, keyId = null } = trace;
  for (;;) {
    const place = await enterEndpoint(caller, report);
    if (!place.admitted || callQuota === undefined) return place;
    const usedUp = await callQuota.count({ workspaceId, personId, keyId }).catch((thrown: unknown) => {
      place.leave();
      throw thrown;
    });
    if (usedUp === null) return place;
    place.leave();
    const { name, limit, retryAfterMs, failure } = usedUp;
    if (onNeeded !== undefined) return { admitted: false, failure };
    report({ ahead: 0, quota: { name, limit } });
    await clock.sleep(retryAfterMs, signal).catch(() => undefined);
    if (signal.aborted) return { admitted: false, failure: CANCELLED };
  }
}

async function enterEndpoint(
  { client, trace, signal, onNeeded }: Caller,
  report: (wait: Wait) => void,
): Promise<EndpointAdmission> {
  if (client.enter === undefined) return NO_LIMIT;
  const { workspaceId, personId } = trace;
  return await client.enter({
    ...{ workspaceId, personId, signal },
    ...(onNeeded && { onNeeded }),
    onWaiting: (ahead) => report({ ahead }),
  });
}

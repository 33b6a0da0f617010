import type { Clock, EndpointAdmission, EndpointCaller } from "@goaltrace/core/ports";
import { MAX_WAITING_CALLS, WAITING_NOTICE_MS } from "../tunables.ts";
import { createEndpointLine } from "./endpoint-line.ts";

/** The places at one model endpoint, for the calls of this process. */
export type EndpointQueue = {
  /** Changes the number of calls at once. */
  setLimit(limit: number): void;
  /**
   * Waits for a place, spare calls after all others, and ends a spare one in progress for a call that waits. Refuses with QUOTA_EXCEEDED when
   * full, and with CANCELLED when the signal aborts. Never rejects.
   */
  enter(caller: EndpointCaller): Promise<EndpointAdmission>;
};

type Waiting = EndpointCaller & { readonly admit: () => void };

/** Creates the queue of an endpoint. `label` names the model in errors. */
export function createEndpointQueue(options: {
  readonly label: string;
  readonly limit: number;
  readonly clock: Clock;
}): EndpointQueue {
  const { label, clock } = options;
  // Spare calls take turns among each other: those that end for others must not cost their person a turn.
  const line = createEndpointLine();
  const spareLine = createEndpointLine();
  const waiting = new Set<Waiting>();
  /** The spare calls in progress that have not been asked to end. */
  const spare = new Set<EndpointCaller>();
  let { limit } = options;
  let inProgress = 0;
  let telling: AbortController | null = null;

  function start(caller: EndpointCaller): EndpointAdmission {
    const { workspaceId, personId } = caller;
    const member = { workspaceId, personId };
    const isSpare = caller.onNeeded !== undefined;
    const own = isSpare ? spareLine : line;
    inProgress += 1;
    own.begin(member);
    if (isSpare) spare.add(caller);
    let isHeld = true;
    return {
      admitted: true,
      leave: () => {
        if (!isHeld) return;
        isHeld = false;
        inProgress -= 1;
        spare.delete(caller);
        own.end(member);
        admitNext();
      },
    };
  }

  const waitingCalls = (): readonly Waiting[] =>
    [...waiting].filter(({ onNeeded }) => onNeeded === undefined);

  function* inOrder(): Iterable<Waiting> {
    yield* line.order(waitingCalls());
    yield* spareLine.order([...waiting].filter(({ onNeeded }) => onNeeded !== undefined));
  }

  function endSpare(): void {
    const [first] = spare;
    if (first === undefined) return;
    spare.delete(first);
    first.onNeeded?.();
  }

  function admitNext(): void {
    while (inProgress < limit) {
      const [next] = inOrder();
      if (next === undefined) return;
      next.admit();
    }
  }

  function remove(caller: Waiting): void {
    waiting.delete(caller);
    if (waiting.size > 0) return;
    telling?.abort();
    telling = null;
  }

  function placesBefore(place: Waiting): number {
    let ahead = 0;
    for (const caller of inOrder()) {
      if (caller === place) return ahead;
      ahead += 1;
    }
    return ahead;
  }

  function tellAll(): void {
    let ahead = 0;
    for (const caller of inOrder()) {
      caller.onWaiting(ahead);
      ahead += 1;
    }
  }

  async function keepTelling(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await clock.sleep(WAITING_NOTICE_MS, stop).catch(() => undefined);
      if (!stop.aborted) tellAll();
    }
  }

  return {
    setLimit(changed) {
      limit = changed;
      admitNext();
    },
    async enter(caller) {
      if (caller.signal.aborted) return CANCELLED;
      if (inProgress < limit && waiting.size === 0) return start(caller);
      const ahead = caller.onNeeded === undefined ? waitingCalls().length : waiting.size;
      if (ahead >= MAX_WAITING_CALLS) return queueIsFull(label, limit);
      return await new Promise((resolve) => {
        const cancel = (): void => {
          remove(place);
          resolve(CANCELLED);
        };
        const place: Waiting = {
          ...caller,
          admit: () => {
            caller.signal.removeEventListener("abort", cancel);
            remove(place);
            resolve(start(caller));
          },
        };
        caller.signal.addEventListener("abort", cancel, { once: true });
        waiting.add(place);
        caller.onWaiting(placesBefore(place));
        if (caller.onNeeded === undefined) endSpare();
        if (telling !== null) return;
        telling = new AbortController();
        void keepTelling(telling.signal);
      });
    },
  };
}

const CANCELLED: EndpointAdmission = {
  admitted: false,
  failure: { code: "CANCELLED", message: "Canceled while waiting for the model endpoint.", fix: "" },
};

function queueIsFull(label: string, limit: number): EndpointAdmission {
  return {
    admitted: false,
    failure: {
      code: "QUOTA_EXCEEDED",
      message: `${MAX_WAITING_CALLS} calls already wait for ${label}, which takes ${limit} at once.`,
      fix: "Try again when fewer runs use this model, raise its limit of calls at once in Settings, Models, or add a fallback model.",
    },
  };
}

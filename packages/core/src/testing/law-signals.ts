import type { Signal, SignalBody } from "../signals/signal.ts";

/** A kind that only a later version supports. */
const LATER_KIND = laterSignal("teleport", {});
/** A kind that ends waits, with a payload that this version cannot read. */
const LATER_PAYLOAD = laterSignal("cancel", { reason: { text: "enough" } });

/** Signals that this version leaves pending: it cannot read them. */
export const UNREADABLE: readonly SignalBody[] = [LATER_KIND, LATER_PAYLOAD];

/** The kind of a sent signal as this version reads it. */
export function readableKind(body: SignalBody): Signal["kind"] {
  return UNREADABLE.includes(body) ? "unknown" : body.kind;
}

/** A signal as a later version may store it; the types of this version would reject it. */
function laterSignal(kind: string, payload: object): SignalBody {
  return Object.assign({ kind: "pin", payload: { text: "" } } as const, { kind, payload });
}

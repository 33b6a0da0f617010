import { z } from "zod";
import { PAYLOADS, type SignalKind } from "./signal.ts";

/** Returns the JSON schema of a kind's payload. `readSignal` accepts exactly the payloads that match it, ignoring additional properties. */
export function payloadSchema(kind: SignalKind): unknown {
  return z.toJSONSchema(PAYLOADS[kind]);
}

import { z } from "zod";
import { PAYLOADS, type SignalKind } from "./signal.ts";

/** The JSON schema of the payloads of a kind. `readSignal` can read those that fit it, apart from additional properties, and no others. */
export function payloadSchema(kind: SignalKind): unknown {
  return z.toJSONSchema(PAYLOADS[kind]);
}

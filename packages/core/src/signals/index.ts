export { ANSWERS } from "./answers.ts";
export { type CarriedSignal, isCarriedOver } from "./carry-over.ts";
export { payloadSchema } from "./payload-schema.ts";
export { signalId } from "./signal-id.ts";
export { readSignal, type Signal, SIGNAL_KINDS, type SignalBody, type SignalKind } from "./signal.ts";

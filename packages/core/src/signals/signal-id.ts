import type { Hash, Ids } from "../ports/clock.ts";
import type { SignalBody } from "./signal.ts";

/** Characters of a hash that suffice to distinguish texts. */
const HASH_CHARACTERS = 32;

/**
 * Returns the id under which a signal is sent to a trace. Sending the same id again has no effect, so the id defines which requests are the
 * same: a run is canceled once, a text pinned once, a question answered and an effect resolved once; of approving and denying, the first counts. Other signals may
 * be sent any number of times, unless their sender names them (`requestId`): then once under each name.
 */
export function signalId(
  traceId: string,
  body: SignalBody,
  {
    ids,
    hash,
    requestId,
  }: { readonly ids: Ids; readonly hash: Hash; readonly requestId?: string | undefined },
): string {
  switch (body.kind) {
    case "cancel":
      return `cancel:${traceId}`;
    case "pin":
      return `pin:${traceId}:${hash.sha256(body.payload.text).slice(0, HASH_CHARACTERS)}`;
    case "approve":
    case "deny":
      return `approval:${body.payload.approvalId}`;
    case "answer":
      return `answer:${body.payload.questionId}`;
    case "resolve_effect":
      return `effect:${body.payload.effectId}`;
    case "child_finished":
      return `child_finished:${body.payload.traceId}`;
    case "set_budget":
    case "compact":
    case "pause":
    case "resume":
    case "steer":
    case "agent_message":
      return `${body.kind}:${requestId ?? ids.next()}`;
  }
}

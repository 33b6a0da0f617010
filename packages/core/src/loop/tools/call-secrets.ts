import { destinationDomain } from "../../secrets/secret-grant.ts";
import { NO_SECRETS } from "../../secrets/no-secrets.ts";
import type { CallSecrets } from "../../ports/run-secrets.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";

/**
 * Creates the secrets of one call. Each use is in the log before the tool has the value, so that no secret leaves without a trace, even if the
 * process dies. A call whose `signal` has aborted gets none.
 */
export function createCallSecrets(context: RunContext, open: OpenCall, signal: AbortSignal): CallSecrets {
  const { environment, trace, writer } = context;
  const { secrets } = environment;
  if (secrets === undefined) return NO_SECRETS;
  return {
    async reveal(names, destination) {
      const request = {
        names,
        tool: open.call.name,
        traceId: trace.id,
        toolCallId: open.call.id,
        destination,
      };
      const values = await secrets.open(request);
      signal.throwIfAborted();
      const domain = destinationDomain(destination);
      const sequences = new Map<string, number>();
      for (const secret of new Set(names)) {
        const { sequence } = writer.stage({
          ...{ kind: "event", type: "secret.used", goalId: open.goalId },
          data: { toolCallId: open.call.id, secret, domain },
        });
        sequences.set(secret, sequence);
      }
      await writer.flush();
      await secrets.noteUse(request, sequences);
      signal.throwIfAborted();
      return values;
    },
  };
}

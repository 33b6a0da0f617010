import type { Clock, Logger, Scope } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import { CONVERSATION_IDLE_MS, IDLE_SWEEP_INTERVAL_MS } from "../tunables.ts";

type Parts = {
  readonly database: { readonly endedConversations: Pick<Database["endedConversations"], "people"> };
  readonly noteEnded: (scope: Scope, before: number) => Promise<void>;
  readonly clock: Pick<Clock, "now" | "sleep">;
  readonly logger: Pick<Logger, "warn">;
};

/**
 * Adds conversations that have been idle for a while to the DAILY of their people, until `signal` aborts. Any number of workers may run it:
 * each conversation is taken once. Failures are logged. Never rejects.
 */
export async function noteIdleConversations(parts: Parts, signal: AbortSignal): Promise<void> {
  const { clock, logger } = parts;
  while (!signal.aborted) {
    await noteAll(parts, signal).catch((thrown: unknown) => {
      logger.warn("idle conversations could not be read", { error: String(thrown) });
    });
    await clock.sleep(IDLE_SWEEP_INTERVAL_MS, signal).catch(() => undefined);
  }
}

async function noteAll({ database, noteEnded, clock }: Parts, signal: AbortSignal): Promise<void> {
  const before = clock.now() - CONVERSATION_IDLE_MS;
  for (const scope of await database.endedConversations.people(before)) {
    if (signal.aborted) return;
    await noteEnded(scope, before);
  }
}

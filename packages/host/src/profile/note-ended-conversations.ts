import type { Logger, ProfileStore, Scope, TraceStore } from "@goaltrace/core/ports";
import type { Database } from "@goaltrace/db";
import { noteConversation } from "./note-conversation.ts";

/** Runs of a conversation that are counted in its line. */
const MOST_RUNS = 100;

type Parts = {
  readonly endedConversations: Pick<Database["endedConversations"], "take">;
  readonly profiles: Pick<ProfileStore, "read" | "write">;
  readonly traces: Pick<TraceStore, "list">;
  readonly logger: Pick<Logger, "warn">;
};

/**
 * Returns the function that adds the conversations of a person which ended before a time to the DAILY of the day on which they ended. Each is added once
 * per end. Never throws: DAILY is not worth an error.
 */
export function createNoteEnded({
  endedConversations,
  profiles,
  traces,
  logger,
}: Parts): (scope: Scope, before: number) => Promise<void> {
  return async (scope, before) => {
    try {
      for (const { id, endedAt } of await endedConversations.take(scope, { before })) {
        const page = { cursor: null, limit: MOST_RUNS };
        const { items } = await traces.list(scope, { conversationId: id }, page);
        await noteConversation({ profiles, now: endedAt }, scope, items.toReversed());
      }
    } catch (thrown) {
      logger.warn("ended conversations were not noted", { error: String(thrown) });
    }
  };
}

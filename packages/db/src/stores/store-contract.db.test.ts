import { describeTraceStoreContract, type StoreTime } from "@goaltrace/core/testing";
import { createDatabase } from "../database.ts";
import { query } from "../sql.ts";

/** Larger than the duration of a test case under load. */
const RESOLUTION_MS = 20_000;

describeTraceStoreContract("PostgreSQL", async () => {
  const database = createDatabase(process.env.DATABASE_URL ?? "");
  const { traces, blobs, signals, live, conversations, close, pool } = database;
  // The database's `now()` cannot be moved, so the root's times that are compared with it move back instead.
  const jump: StoreTime["jump"] = async (rootId, milliseconds) => {
    const back = "$2 * interval '1 millisecond'";
    const shifted = `lease_until = lease_until - ${back}, wake_at = wake_at - ${back}`;
    await query(pool, `update trace set ${shifted} where id = $1`, [rootId, milliseconds]);
  };
  return {
    ...{ traces, blobs, signals, live, close },
    time: { now: Date.now, jump, resolutionMs: RESOLUTION_MS },
    makeConversation: async (scope, id) => {
      const conversation = { id, personId: scope.personId, title: "T", folderId: null, model: null };
      await conversations.create(scope, {
        ...{ ...conversation, pinned: false, shared: false, createdAt: 1, updatedAt: 1 },
      });
    },
  };
});

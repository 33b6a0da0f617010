import { describeTraceStoreContract, type StoreTime } from "@goaltrace/core/testing";
import { createDatabase } from "../database.ts";
import { query } from "../sql.ts";

/** A case under load takes less. */
const RESOLUTION_MS = 20_000;

describeTraceStoreContract("PostgreSQL", async () => {
  const database = createDatabase(process.env.DATABASE_URL ?? "");
  const { traces, blobs, signals, live, conversations, close, pool } = database;
  // The database's `now()` cannot be moved, so all times of a root that it compares with it move the other way.
  const jump: StoreTime["jump"] = async (rootId, milliseconds) => {
    const back = "$2 * interval '1 millisecond'";
    const moved = `lease_until = lease_until - ${back}, wake_at = wake_at - ${back}`;
    await query(pool, `update trace set ${moved} where id = $1`, [rootId, milliseconds]);
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

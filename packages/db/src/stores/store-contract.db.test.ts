import { describeTraceStoreContract } from "@goaltrace/core/testing";
import { createDatabase } from "../database.ts";

describeTraceStoreContract("PostgreSQL", async () => {
  const database = createDatabase(process.env.DATABASE_URL ?? "");
  const { traces, blobs, signals, live, conversations, close } = database;
  return {
    ...{ traces, blobs, signals, live, close },
    makeConversation: async (scope, id) => {
      const conversation = { id, personId: scope.personId, title: "T", folderId: null, model: null };
      await conversations.create(scope, {
        ...{ ...conversation, pinned: false, shared: false, createdAt: 1, updatedAt: 1 },
      });
    },
  };
});

import { randomUUID } from "node:crypto";
import { describeProfileStoreContract } from "@goaltrace/core/testing";
import { createDatabase } from "../database.ts";

describeProfileStoreContract("PostgreSQL", async () => {
  const { profiles, close } = createDatabase(process.env["DATABASE_URL"] ?? "");
  return await Promise.resolve({ store: profiles, nextId: () => randomUUID(), close });
});

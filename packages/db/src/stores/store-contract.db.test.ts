import { describeTraceStoreContract } from "@goaltrace/core/testing";
import { createDatabase } from "../database.ts";

describeTraceStoreContract("PostgreSQL", async () => {
  const { traces, blobs, signals, close } = createDatabase(process.env.DATABASE_URL ?? "");
  return { traces, blobs, signals, close };
});

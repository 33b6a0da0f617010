import { createTestClock, createTestIds } from "../../testing/builders.ts";
import { describeMemoryStoreContract } from "../../testing/memory-contract.ts";
import { createInMemoryMemoryStore } from "./memory-store.ts";

describeMemoryStoreContract("in memory", async () => {
  const ids = createTestIds();
  return {
    store: createInMemoryMemoryStore(createTestClock()),
    nextId: () => ids.next(),
    makeTrace: async () => ids.next(),
    close: async () => undefined,
  };
});

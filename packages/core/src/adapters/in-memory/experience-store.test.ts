import { createTestClock, createTestIds } from "../../testing/builders.ts";
import { describeExperienceStoreContract } from "../../testing/experience-contract.ts";
import { createInMemoryExperienceStore } from "./experience-store.ts";

describeExperienceStoreContract("in memory", async () => {
  const ids = createTestIds();
  const ended = new Set<string>();
  return {
    store: createInMemoryExperienceStore(createTestClock(), (id) => ended.has(id)),
    nextId: () => ids.next(),
    makeTrace: async (_scope, isEnded) => {
      const id = ids.next();
      if (isEnded) ended.add(id);
      return id;
    },
    close: async () => undefined,
  };
});

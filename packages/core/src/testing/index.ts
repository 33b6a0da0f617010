export { cutLogArbitrary, logArbitrary } from "./arbitraries.ts";
export {
  buildLog,
  buildTrace,
  createTestClock,
  createTestIds,
  type LogBuilder,
  TEST_TIME,
  testAgent,
  type TestClock,
  testRequest,
  testUsage,
} from "./builders.ts";
export type { StoresUnderTest, StoreTime } from "./contract-cases.ts";
export { type EventfulRun, storeEventfulRun } from "./eventful-run.ts";
export { createOneCallModel } from "./one-call-model.ts";
export { goalCreated } from "./goal-operations.ts";
export { describeTraceStoreContract } from "./store-contract.ts";
export { describeToolContract } from "./tool-contract.ts";
export { createToolRun, type ToolRun } from "./tool-run.ts";

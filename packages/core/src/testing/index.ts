export { buildLog, buildTrace, createTestClock, createTestIds, testAgent, testUsage } from "./builders.ts";
export type { StoreTime } from "./contract-cases.ts";
export { storeEventfulRun } from "./eventful-run.ts";
export { createOneCallModel } from "./one-call-model.ts";
export { goalCreated } from "./goal-operations.ts";
export { describeTraceStoreContract } from "./store-contract.ts";
export { describeToolContract } from "./tool-contract.ts";
export { createToolRun, type ToolRun } from "./tool-run.ts";

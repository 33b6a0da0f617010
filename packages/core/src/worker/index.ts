export { executeClaimedTrace } from "./execute-claimed-trace.ts";
export type { LeaseTimes } from "./lease-times.ts";
export { startWorker, type Worker } from "./start-worker.ts";

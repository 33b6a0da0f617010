export { executeClaimedTrace, type LeaseTimes, startWorker } from "./work.ts";

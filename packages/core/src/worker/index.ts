export {
  executeClaimedTrace,
  type LeaseTimes,
  startWorker,
  type Worker,
  type WorkerOptions,
} from "./work.ts";

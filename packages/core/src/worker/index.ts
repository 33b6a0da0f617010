export { executeClaimed, startWorker, type Worker, type WorkerOptions } from "./work.ts";

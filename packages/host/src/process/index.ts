export { type Environment, readEnvironment } from "./env.ts";
export { openDatabase } from "./open-database.ts";
export { openProcessRuntime } from "./open-process-runtime.ts";
export { runWorker } from "./run-worker.ts";

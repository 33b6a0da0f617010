import { readEnvironment, runWorker } from "@goaltrace/host/process";
import { defineCommand } from "citty";

/** `goaltrace worker`: runs the program of apps/worker. */
export const workerCommand = defineCommand({
  meta: { name: "worker", description: "Execute queued runs until stopped" },
  args: { concurrency: { type: "string", description: "Maximum number of concurrent runs" } },
  run: async ({ args }) => await runWorker(readEnvironment(), { concurrency: args.concurrency }),
});

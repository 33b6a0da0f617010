import { readEnvironment, runWorker } from "@goaltrace/host/process";
import { defineCommand } from "citty";

/** `goaltrace worker`: the program of apps/worker as a command. */
export const workerCommand = defineCommand({
  meta: { name: "worker", description: "Execute queued runs until stopped" },
  args: { concurrency: { type: "string", description: "Most concurrent runs" } },
  run: async ({ args }) => await runWorker(readEnvironment(), { concurrency: args.concurrency }),
});

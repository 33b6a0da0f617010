import { hostname } from "node:os";
import { startWorker } from "@goaltrace/core/worker";
import { defineCommand } from "citty";
import { readEnvironment } from "../env.ts";
import { openDatabase } from "../open-database.ts";
import { openRuntime } from "../runtime.ts";
import { DRAIN_MS } from "../tunables.ts";

/** `goaltrace worker`: executes queued runs until it is asked to stop, then drains (O6, O7). */
export const workerCommand = defineCommand({
  meta: { name: "worker", description: "Execute queued runs until stopped" },
  args: { concurrency: { type: "string", description: "Most runs at once" } },
  async run({ args }) {
    const environment = readEnvironment();
    const runtime = await openRuntime(environment, {
      databaseUrl: await openDatabase(environment),
      ascend: false,
    });
    const name = `${hostname()}-${process.pid}`;
    const worker = await startWorker({
      name,
      ports: runtime.ports,
      jobs: runtime.database.jobs,
      live: runtime.database.live,
      ...(args.concurrency === undefined ? {} : { concurrency: Number(args.concurrency) }),
    });
    runtime.ports.logger.info("worker ready", { name });
    await new Promise<void>((resolve) => {
      process.once("SIGTERM", resolve);
      process.once("SIGINT", resolve);
    });
    const late = setTimeout(() => process.exit(1), DRAIN_MS);
    await worker.stop();
    await runtime.close();
    clearTimeout(late);
  },
});

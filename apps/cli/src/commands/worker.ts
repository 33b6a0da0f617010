import { stat } from "node:fs/promises";
import { hostname } from "node:os";
import { GoaltraceError } from "@goaltrace/core";
import { startWorker } from "@goaltrace/core/worker";
import { defineCommand } from "citty";
import { readEnvironment } from "../env.ts";
import { limitHeapGrowth } from "../heap-growth.ts";
import { waitForDatabase } from "../open-database.ts";
import { openRuntime } from "../runtime.ts";
import { DRAIN_MS } from "../tunables.ts";

/** `goaltrace worker`: executes queued runs until it is asked to stop, then drains (O6, O7). A database that is away is waited for. */
export const workerCommand = defineCommand({
  meta: { name: "worker", description: "Execute queued runs until stopped" },
  args: { concurrency: { type: "string", description: "Most runs at once" } },
  async run({ args }) {
    limitHeapGrowth();
    const concurrency = concurrencyOf(args.concurrency);
    const environment = readEnvironment();
    const runtime = await openRuntime(environment, {
      databaseUrl: await waitForDatabase(environment),
      ascend: false,
    });
    const name = `${hostname()}-${process.pid}`;
    const worker = await startWorker({
      name,
      ports: runtime.ports,
      jobs: runtime.database.jobs,
      live: runtime.database.live,
      hasFolder: isFolder,
      ...(concurrency === undefined ? {} : { concurrency }),
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

async function isFolder(folder: string): Promise<boolean> {
  return await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function concurrencyOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `--concurrency must be a whole number above 0, not "${text}".`,
    fix: "Give a number, e.g. --concurrency 16.",
  });
}

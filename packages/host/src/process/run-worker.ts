import { stat } from "node:fs/promises";
import { GoaltraceError } from "@goaltrace/core";
import { type LeaseTimes, startWorker, type Worker } from "@goaltrace/core/worker";
import { PROCESS_NAME as name } from "@goaltrace/db";
import { killLeftovers } from "@goaltrace/tools";
import { finishDeletions } from "../delete-conversation.ts";
import { limitHeapGrowth } from "../heap-growth.ts";
import { examineMemories } from "../memory/examine-memories.ts";
import { noteIdleConversations } from "../profile/note-idle-conversations.ts";
import { startQueuedMessages } from "../queue/start-queued-messages.ts";
import { DRAIN_MS, GIVE_BACK_MS } from "../tunables.ts";
import type { Environment } from "./env.ts";
import { waitForDatabase } from "./open-database.ts";
import { openProcessRuntime } from "./open-process-runtime.ts";
import { watchStalls } from "./watch-stalls.ts";
import { keepSweeping } from "../worktrees/keep-sweeping.ts";

/** Omitted fields take their defaults. */
export type WorkerProcessOptions = {
  /** The maximum number of concurrent runs, as typed. */
  readonly concurrency?: string | undefined;
  readonly leaseTimes?: LeaseTimes;
};

/**
 * Executes queued runs until SIGTERM or SIGINT, then drains; runs that take too long are given back to other workers. Waits while the
 * database is unreachable. Errors: INVALID_INPUT when the concurrency is not a whole number above 0.
 */
export async function runWorker(
  environment: Environment,
  { concurrency, ...times }: WorkerProcessOptions,
): Promise<void> {
  const limit = concurrency === undefined ? {} : { concurrency: parseConcurrency(concurrency) };
  limitHeapGrowth();
  const runtime = await openProcessRuntime(environment, { databaseUrl: await waitForDatabase(environment) });
  const { ports, database, logger } = runtime;
  const { jobs, live } = database;
  const stalls = watchStalls();
  const left = await killLeftovers();
  if (left > 0)
    logger.warn("killed processes that commands of an earlier worker left running", { processes: left });
  // Tested now, so that the first command does not wait for it.
  void runtime.sandbox.report();
  const worker = await startWorker({
    ...{ name, ports, jobs, live, stalls, hasFolder: isFolder },
    ...limit,
    ...times,
  });
  const stopping = new AbortController();
  const deletions = finishDeletions({ stores: database, clock: ports.clock, logger }, stopping.signal);
  const { sweepWorktrees } = runtime;
  const swept = keepSweeping({ sweepWorktrees, clock: ports.clock, logger }, stopping.signal);
  const queued = startQueuedMessages(runtime, stopping.signal);
  const examined = examineMemories({ database, clock: ports.clock, logger }, stopping.signal);
  const idle = noteIdleConversations(runtime, stopping.signal);
  const stopped = new Promise<void>((resolve) => {
    process.once("SIGTERM", resolve);
    process.once("SIGINT", resolve);
  });
  logger.info("worker ready", { name });
  await stopped;
  const deadline = setTimeout(() => void giveBackAndExit(worker), DRAIN_MS);
  stopping.abort();
  await worker.stop();
  await deletions;
  await swept;
  await queued;
  await examined;
  await idle;
  await runtime.close();
  await stalls.close();
  clearTimeout(deadline);
}

/** Ends a process whose runs did not reach their next step in time. Runs given back count neither as dead nor as crashed. */
async function giveBackAndExit(worker: Worker): Promise<void> {
  setTimeout(() => process.exit(1), GIVE_BACK_MS);
  await worker.giveBackRuns();
  process.exit(1);
}

async function isFolder(folder: string): Promise<boolean> {
  return await stat(folder).then(
    (stats) => stats.isDirectory(),
    () => false,
  );
}

function parseConcurrency(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count > 0) return count;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `--concurrency must be a whole number above 0, not "${text}".`,
    fix: "Use a number, for example --concurrency 16.",
  });
}

import type { BlobStore } from "../ports/blob-store.ts";
import type { BudgetStore } from "../ports/budget-store.ts";
import type { CallQuota } from "../ports/call-quota.ts";
import type { Clock, Hash, Ids, Random } from "../ports/clock.ts";
import type { Logger } from "../ports/logger.ts";
import type { RunEnvironments } from "../ports/run-environment.ts";
import type { Tokenizer } from "../ports/tokenizer.ts";
import type { SignalStore, TraceStore } from "../ports/trace-store.ts";
import type { Strategy } from "./strategy.ts";

/** The ports that all runs of a process share. `environments` provides everything decided per run. */
export type RunPorts = {
  readonly traces: TraceStore;
  readonly blobs: BlobStore;
  readonly signals: SignalStore;
  /** The budgets that all runs of a workspace share. Default: none. */
  readonly budgets?: BudgetStore;
  /** Counts each request to a model and makes it wait when a quota is used up. Default: there are no quotas. */
  readonly callQuota?: CallQuota;
  readonly environments: RunEnvironments;
  /** Strategies besides the built-in ones. A run that a worker resumes needs the strategy it was started with. Default: none. */
  readonly strategies?: readonly Strategy[];
  readonly tokenizer: Tokenizer;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly random: Random;
  readonly hash: Hash;
  readonly logger: Logger;
};

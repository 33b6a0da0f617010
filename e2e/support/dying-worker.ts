import { createSilentLogger } from "@goaltrace/core/in-memory";
import { executeClaimedTrace } from "@goaltrace/core/worker";
import { openRuntime, readFileRules, type Runtime } from "@goaltrace/host";
import { findDatabaseUrl, type Server } from "./server.ts";

const DEATH = "the process died";

/** A worker of a server in the process of the test. It executes only the runs that the test names. */
export type DyingWorker = {
  /** Executes a run until it waits or ends. */
  work(traceId: string): Promise<void>;
  /** Executes a run and dies when it would store the result of a call: its effect is real, its result lost. */
  die(traceId: string): Promise<void>;
  close(): Promise<void>;
};

/** Opens such a worker over the database and settings of a server. */
export async function openDyingWorker(server: Server): Promise<DyingWorker> {
  const runtime: Runtime = await openRuntime(
    { databaseUrl: await findDatabaseUrl(server), home: server.home, secret: null },
    {
      ...{ logger: createSilentLogger(), secretVariables: {}, modelVariables: {}, forbiddenFolders: [] },
      files: readFileRules({}, null),
    },
  );
  const execute = async (traceId: string, isDying: boolean): Promise<void> => {
    const { traces } = runtime.ports;
    const claimed = await traces.claim({ owner: "dying", leaseMs: 60_000, only: traceId });
    if (claimed === undefined) throw new Error(`Run ${traceId} cannot be claimed.`);
    const append: typeof traces.append = async (batch) => {
      if (isDying && batch.entries.some((entry) => entry.kind === "message" && entry.role === "tool"))
        throw new Error(DEATH);
      await traces.append(batch);
    };
    await executeClaimedTrace({
      ...{ ...claimed, ports: { ...runtime.ports, traces: { ...traces, append } } },
      ...{ live: runtime.database.live, release: new AbortController().signal },
    }).catch((thrown: unknown) => {
      if (!String(thrown).includes(DEATH)) throw thrown;
    });
    // Its lease would expire anyway; a test need not wait for that.
    if (isDying) await traces.release(claimed.lease);
  };
  return {
    work: async (traceId) => await execute(traceId, false),
    die: async (traceId) => await execute(traceId, true),
    close: async () => await runtime.close(),
  };
}

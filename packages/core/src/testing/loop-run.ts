import {
  createAllowAllPermission,
  createFixedEnvironments,
  createNoRedactor,
  createSilentLogger,
} from "../adapters/in-memory/index.ts";
import { createInMemoryStores, type InMemoryStores } from "../adapters/in-memory/stores.ts";
import { createPortableHash } from "../adapters/system/sha256.ts";
import type { Entry, EntryDraft } from "../log/entry.ts";
import type { Trace } from "../log/trace.ts";
import type { Update } from "../log/update.ts";
import { createRunContext } from "../loop/create-run-context.ts";
import type { RunPorts } from "../loop/ports.ts";
import type { RunContext } from "../loop/run-context.ts";
import type { ModelClient } from "../ports/model-client.ts";
import type { RunEnvironment } from "../ports/run-environment.ts";
import type { Tool } from "../ports/tool.ts";
import type { AppendBatch } from "../ports/trace-store.ts";
import { readLogPages } from "../reading/read-log.ts";
import { createToolSet } from "../tools/tool-set.ts";
import { buildLog, buildTrace, createTestClock, createTestIds, type LogBuilder } from "./builders.ts";
import type { TestClock } from "./builders.ts";
import { NO_FAMILY } from "./no-family.ts";
import { createScriptedModel } from "./scripted-model.ts";

/** Longer than the clock of any test moves. */
const LEASE_MS = 1e12;

/** A run between two steps, for tests of single parts of the loop. */
export type LoopRun = {
  readonly context: RunContext;
  readonly clock: TestClock;
  readonly stores: InMemoryStores;
  readonly updates: readonly Update[];
  /** The batches committed so far. */
  readonly commits: readonly AppendBatch[];
  /** Aborts the signal of the run. */
  cancel(): void;
  /** Commits what is staged. Returns everything written since the creation, without ids, numbers and times. */
  written(): Promise<readonly EntryDraft[]>;
};

/**
 * Creates a claimed run whose log `log` writes, by default one message. It has one model (`clients`) and may use every tool; tokens are
 * characters; sleeps end immediately.
 */
export async function createLoopRun(
  options: {
    readonly log?: (log: LogBuilder) => void;
    readonly trace?: Partial<Trace>;
    readonly tools?: readonly Tool[];
    readonly clients?: readonly ModelClient[];
    readonly environment?: Partial<RunEnvironment>;
    readonly ports?: Partial<RunPorts>;
    /** Entries of the turn before this one. */
    readonly earlier?: readonly Entry[];
  } = {},
): Promise<LoopRun> {
  const clock = createTestClock();
  const stores = createInMemoryStores(clock);
  const ids = createTestIds();
  const earlier = options.earlier ?? [];
  const log = buildLog({ traceId: "trace", ids, clock, first: earlier.length + 1 });
  (options.log ?? ((built) => void built.user("Do it")))(log);
  const clients = options.clients ?? [createScriptedModel()];
  const trace = buildTrace(
    { id: "trace", models: clients.map(({ profile }) => profile.reference), ...options.trace },
    log.entries,
  );
  await stores.traces.create(trace, trace, log.entries, []);
  const claimed = await stores.traces.claim({ owner: "test", leaseMs: LEASE_MS });
  const environment: RunEnvironment = {
    tools: createToolSet(options.tools ?? []),
    permission: createAllowAllPermission(),
    redactor: createNoRedactor(),
    models: {
      resolve: async (_workspace, reference) =>
        clients.find(({ profile }) => profile.reference === reference) ?? {
          ...{ code: "MODEL_NOT_CONFIGURED", message: `No model ${reference}.`, fix: "Add it." },
        },
    },
    sources: [],
    forbiddenFolders: [],
    close: async () => undefined,
    ...options.environment,
  };
  const commits: AppendBatch[] = [];
  const updates: Update[] = [];
  const canceling = new AbortController();
  const context = await createRunContext({
    trace,
    environment,
    entries: [...earlier, ...log.entries],
    fence: claimed?.lease.fence ?? 1,
    signal: canceling.signal,
    emit: (update) => void updates.push(update),
    readPages: (current, range) => readLogPages({ traces: stores.traces, scope: trace }, current, range),
    ...{ depth: 0, family: NO_FAMILY },
    ports: {
      traces: {
        ...stores.traces,
        append: async (batch) => {
          commits.push(batch);
          if (claimed !== undefined) await stores.traces.append(batch);
        },
      },
      ...{ blobs: stores.blobs, signals: stores.signals, clock, ids, hash: createPortableHash() },
      ...{ environments: createFixedEnvironments(environment), logger: createSilentLogger() },
      ...{ tokenizer: { count: (text: string) => text.length }, random: { next: () => 0.5 } },
      ...options.ports,
    },
  });
  return {
    ...{ context, clock, stores, updates, commits },
    cancel: () => canceling.abort(),
    written: async () => {
      await context.writer.flush();
      return commits.flatMap((batch) => batch.entries).map(toDraft);
    },
  };
}

function toDraft({
  id: _id,
  traceId: _trace,
  sequence: _sequence,
  version: _version,
  at: _at,
  ...draft
}: Entry) {
  return draft as EntryDraft;
}

import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { newRun } from "@goaltrace/core";
import { generalAgent } from "@goaltrace/core/agents";
import { createNoRedactor } from "@goaltrace/core/in-memory";
import type { Entry, LogOrigin, Trace } from "@goaltrace/core/log";
import type { Scope } from "@goaltrace/core/ports";
import { readLog } from "@goaltrace/core/reading";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createDatabase, type Database } from "@goaltrace/db";
import { migrateDeploy } from "@goaltrace/db/migrate";
import type { Variables } from "./process.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../../prisma/migrations", import.meta.url));

/** Interruptions cost extra steps, because the model checks the current state again. */
const AGENT = { ...generalAgent, limits: { ...generalAgent.limits, maxSteps: 200 } };

const POLL_INTERVAL_MS = 20;

/** A migrated database, a folder for projects, and access to the runs in them. */
export type World = {
  readonly database: Database;
  /** The URL of the database. */
  readonly url: string;
  readonly scope: Scope;
  /** The parent folder of the world's projects. */
  readonly folder: string;
  variables(modelUrl: string | null): Variables;
  /** Queues a run in the project folder; `continues` makes it the next turn of another run. */
  queue(run: {
    readonly text: string;
    readonly projectFolder: string;
    readonly continues?: Trace;
    /** Default: the model of the variables. */
    readonly model?: string;
    /** Default: people decide. */
    readonly permission?: NonNullable<Trace["permission"]>;
    /** Default: that of the agent. */
    readonly strategy?: string;
    /** Default: all that are not offered by name. */
    readonly tools?: readonly string[];
    /** The API key that starts it. Default: none. */
    readonly keyId?: string | undefined;
  }): Promise<Trace>;
  trace(id: string): Promise<Trace>;
  /** Returns the run when it has ended. Throws when it has not within `limitMs`, by default three minutes. */
  ended(id: string, limitMs?: number): Promise<Trace>;
  log(id: string): Promise<readonly Entry[]>;
  close(): Promise<void>;
};

/** Opens a world over the database at `url`, which must not be shared: workers take every run they find. */
export async function openWorld(url: string): Promise<World> {
  await migrateDeploy(url, MIGRATIONS);
  const folder = await mkdtemp(path.join(tmpdir(), "goaltrace-cli-"));
  const home = path.join(folder, "home");
  await mkdir(home);
  const database = createDatabase(url);
  const clock = createSystemClock();
  const ports = {
    clock,
    ids: createSystemIds(clock),
    redactor: createNoRedactor(),
    tokenizer: { count: (text: string) => Math.ceil(text.length / 4) },
  };
  const scope: Scope = { workspaceId: ports.ids.next(), personId: "local" };
  await database.workspaces.create({ id: scope.workspaceId, slug: "local", name: "Local", mode: "auto" });
  const trace = async (id: string): Promise<Trace> => {
    const run = await database.traces.get(scope, id);
    if (run === undefined) throw new Error(`no trace ${id}`);
    return run;
  };
  return {
    database,
    url,
    scope,
    folder,
    trace,
    ended: async (id, limitMs) =>
      await until(
        `the end of run ${id}`,
        async () => {
          const now = await trace(id);
          return now.endedAt === null ? undefined : now;
        },
        limitMs,
      ),
    variables: (modelUrl) => ({
      DATABASE_URL: url,
      GOALTRACE_HOME: home,
      ...(modelUrl === null
        ? {}
        : { OPENAI_BASE_URL: modelUrl, OPENAI_API_KEY: "sk-test-0123456789abcdef", GOALTRACE_MODEL: "mock" }),
    }),
    queue: async ({
      text,
      projectFolder,
      continues,
      model,
      permission,
      strategy = AGENT.strategy,
      tools = AGENT.tools,
      keyId,
    }) => {
      const origin: LogOrigin | null =
        continues === undefined
          ? null
          : { kind: "continues", traceId: continues.id, sequence: continues.lastSequence };
      const goalId = continues?.currentGoalId ?? undefined;
      const run = newRun(
        {
          scope,
          conversationId: null,
          text,
          agent: { ...AGENT, strategy, tools },
          models: [model ?? "mock"],
          permission,
          projectFolder,
          origin,
          goalId,
          keyId,
        },
        ports,
      );
      await database.traces.create(scope, run.trace, run.entries, run.blobs);
      return run.trace;
    },
    log: async (id) => await readLog({ traces: database.traces, scope }, await trace(id)),
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens a world over the database of this test file. */
export async function openOwnWorld(): Promise<World> {
  const url = process.env.DATABASE_URL;
  if (url === undefined) throw new Error("DATABASE_URL is not set: run this through the integration project");
  return await openWorld(url);
}

/** The values that end a wait. `false` and `null` would end it too, so a condition may not return them. */
type Found = object | string | number | bigint | true;

/** Longer than anything takes on a busy machine: only what never happens reaches it. */
const PATIENCE_MS = 180_000;

/** Polls until `condition` returns a value; throws naming `what` after `limitMs`. Errors of the condition count as "not yet". */
export async function until<T extends Found>(
  what: string,
  condition: () => Promise<T | undefined>,
  limitMs = PATIENCE_MS,
): Promise<T> {
  const clock = createSystemClock();
  const end = clock.now() + limitMs;
  let last: unknown;
  while (clock.now() < end) {
    try {
      const value = await condition();
      if (value !== undefined) return value;
    } catch (thrown) {
      last = thrown;
    }
    await clock.sleep(POLL_INTERVAL_MS);
  }
  throw new Error(`${what} did not happen within ${limitMs} ms`, { cause: last });
}

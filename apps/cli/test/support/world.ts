import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Entry, generalAgent, type LogOrigin, newRun, type Scope, type Trace } from "@goaltrace/core";
import { createNoRedactor } from "@goaltrace/core/in-memory";
import { readLog } from "@goaltrace/core/reading";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { createDatabase, type Database } from "@goaltrace/db";
import { migrateDeploy } from "@goaltrace/db/migrate";
import type { Variables } from "./process.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../../prisma/migrations", import.meta.url));

/** Interruptions cost steps: looking again at what is there. */
const AGENT = { ...generalAgent, limits: { ...generalAgent.limits, maxSteps: 200 } };

/** A migrated database, a folder for projects, and a look at the runs in them. */
export type World = {
  readonly database: Database;
  /** Where its database answers. */
  readonly url: string;
  readonly scope: Scope;
  /** Where projects of this world lie. */
  readonly folder: string;
  variables(modelUrl: string | null): Variables;
  /** A queued run in the project folder; `continues` makes it the next turn of another. */
  queue(run: {
    readonly text: string;
    readonly projectFolder: string;
    readonly continues?: Trace;
  }): Promise<Trace>;
  trace(id: string): Promise<Trace>;
  /** The run when it has ended. Throws when it has not after `limitMs`, by default a minute. */
  ended(id: string, limitMs?: number): Promise<Trace>;
  log(id: string): Promise<readonly Entry[]>;
  close(): Promise<void>;
};

/** A world over the database at `url`, which nobody else uses: workers take every run they find. */
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
  await database.workspaces.create({ id: scope.workspaceId, slug: "local", name: "Local" });
  const trace = async (id: string): Promise<Trace> => {
    const found = await database.traces.get(scope, id);
    if (found === undefined) throw new Error(`no trace ${id}`);
    return found;
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
    queue: async ({ text, projectFolder, continues }) => {
      const origin: LogOrigin | null =
        continues === undefined
          ? null
          : { kind: "continues", traceId: continues.id, sequence: continues.lastSequence };
      const goalId = continues?.currentGoalId ?? undefined;
      const made = newRun(
        {
          scope,
          conversationId: null,
          text,
          agent: AGENT,
          models: ["mock"],
          projectFolder,
          origin,
          goalId,
        },
        ports,
      );
      await database.traces.create(scope, made.trace, made.entries, made.blobs);
      return made.trace;
    },
    log: async (id) => await readLog({ traces: database.traces, scope }, await trace(id)),
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A world over a database of its own on the server of the tests, dropped at the end. */
export async function openOwnWorld(): Promise<World> {
  const own = await createOwnDatabase();
  const world = await openWorld(own.url).catch(async (error: unknown) => {
    await own.remove();
    throw error;
  });
  return {
    ...world,
    close: async () => {
      await world.close();
      await own.remove();
    },
  };
}

/** A new, empty database on the server of the tests. */
async function createOwnDatabase(): Promise<{ readonly url: string; remove(): Promise<void> }> {
  const server = process.env.DATABASE_URL;
  if (server === undefined)
    throw new Error("DATABASE_URL is not set: run this through the integration project");
  const name = `goaltrace_cli_${randomBytes(6).toString("hex")}`;
  const execute = async (statement: string): Promise<void> => {
    const admin = createDatabase(server);
    try {
      await admin.pool.query(statement);
    } finally {
      await admin.close();
    }
  };
  await execute(`create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.toString(),
    remove: async () => await execute(`drop database if exists "${name}" with (force)`),
  };
}

/** Looks until `condition` gives something; throws naming `what` after `limitMs`. Errors of the look count as "not yet". */
export async function until<T>(
  what: string,
  condition: () => Promise<T | undefined>,
  limitMs = 60_000,
): Promise<T> {
  const clock = createSystemClock();
  const end = clock.now() + limitMs;
  let last: unknown;
  while (clock.now() < end) {
    try {
      const found = await condition();
      if (found !== undefined) return found;
    } catch (thrown) {
      last = thrown;
    }
    await clock.sleep(50);
  }
  throw new Error(`${what} did not happen within ${limitMs} ms`, { cause: last });
}

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { exportLines } from "@goaltrace/core/reading";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { createDatabase, type Database } from "@goaltrace/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkerProcesses, type WorkerProcess } from "../../apps/cli/test/support/process.ts";
import { createRandom } from "../../apps/cli/test/support/random.ts";
import { IS_SOAK } from "../../apps/cli/test/support/soak.ts";
import { until } from "../../apps/cli/test/support/world.ts";
import { createKey, OWNER, ownerPlace } from "../../bench/bench-owner.ts";
import { quantile } from "../../bench/measure.ts";
import { startWebServers, type WebServers } from "../../bench/web-server.ts";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import { HOSTILE_TASKS, type HostileModel, startHostileModel } from "./hostile-model.ts";

const DURATION_MS = Number(process.env.GOALTRACE_HOSTILE_MS ?? 300_000);
const PEOPLE = 5;
const STREAMS = 500;
const STARTS_EVERY_MS = 100;
const FLOOD_EVERY_MS = 20;
/** Beyond what an import may store beside its entries. */
const REFUSED_IMPORT = JSON.stringify({ context: { text: "x".repeat(4_000_000) } });
/** Two megabytes of text in an import that is stored. */
const IMPORTED_MESSAGES = 500;
const VICTIM_EVERY_MS = 500;
const START_LIMIT_MS = 1_000;
const PAGE_LIMIT_MS = 300;
/** Memory that attacks may add to each process. */
const MAX_GROWTH_BYTES = 400_000_000;
const PAGE_BYTES = 4_096;
const TIMEOUT_MS = DURATION_MS + 900_000;
const random = createRandom(29);
const MARK = `mark-${randomUUID()}`;

type Attacker = { readonly runKey: string; readonly readKey: string; readonly cookie: string };
type Team = { readonly workspaceId: string; readonly slug: string; readonly people: readonly Attacker[] };

/** An export with many long messages, which an import accepts. */
function longExport(): string {
  const log = buildLog();
  for (let message = 0; message < IMPORTED_MESSAGES; message += 1) log.user(`${MARK} ${"word ".repeat(800)}`);
  const trace = buildTrace({ id: log.traceId, status: "completed" }, log.entries);
  return [...exportLines({ trace, blobs: [], entries: log.entries })].join("\n");
}

function residentBytes(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/statm`, "utf8").split(" ")[1]) * PAGE_BYTES;
}

/** Two teams on one server, one of which attacks with everything that a member may do. */
describe.skipIf(!IS_SOAK || !existsSync("/proc/self/statm"))("a hostile team", () => {
  const url = process.env.DATABASE_URL ?? "";
  const workers = createWorkerProcesses("real");
  let servers: WebServers;
  let worker: WorkerProcess;
  let database: Database;
  let model: HostileModel;
  let folder = "";
  let base = "";

  beforeAll(async () => {
    await ensureBuilt();
    folder = await realpath(await mkdtemp(path.join(tmpdir(), "goaltrace-hostile-")));
    await mkdir(path.join(folder, "home"));
    await mkdir(path.join(folder, "project"));
    await writeFile(path.join(folder, "project", `${"a-".repeat(60)}.txt`), "text");
    model = await startHostileModel();
    const variables = {
      ...{ OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: "sk-hostile", GOALTRACE_MODEL: "mock" },
      GOALTRACE_FOLDER_ROOTS: folder,
    };
    servers = await startWebServers({ appFolder: inCheckout(), databaseUrl: url, variables }, 1);
    base = servers.bases[0] ?? "";
    database = createDatabase(url);
    worker = await workers.add({
      ...{ DATABASE_URL: url, GOALTRACE_HOME: path.join(folder, "home") },
      ...variables,
    });
  }, TIMEOUT_MS);
  afterAll(async () => {
    await workers.killAll();
    await servers?.stop();
    await model?.close();
    await database?.close();
    await rm(folder, { recursive: true, force: true });
  });

  /** Returns the cookie of a new session. */
  const signIn = async (account: { readonly email: string; readonly password: string }): Promise<string> => {
    const response = await fetch(`${base}/api/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: base },
      body: JSON.stringify(account),
    });
    expect(response.status).toBe(200);
    return response.headers.get("set-cookie")?.split(";")[0] ?? "";
  };

  /** Creates the attackers' workspace with keys and a session for each of its people. */
  const createTeam = async (): Promise<Team> => {
    const [workspaceId, slug] = [randomUUID(), `hostile-${randomUUID()}`];
    await database.workspaces.create({ id: workspaceId, slug, name: MARK, mode: "auto" });
    const people: Attacker[] = [];
    const { rows } = await database.pool.query<{ password: string }>(
      "select password from account where password is not null limit 1",
    );
    for (let person = 0; person < PEOPLE; person += 1) {
      const personId = randomUUID();
      const email = `${personId}@example.com`;
      await database.accounts.create({
        ...{ personId, accountId: randomUUID(), name: MARK, email, passwordHash: rows[0]?.password ?? "" },
      });
      await database.members.set(workspaceId, personId, "member");
      people.push({
        runKey: await createKey(database, { workspaceId, personId }, "run"),
        readKey: await createKey(database, { workspaceId, personId }, "read"),
        cookie: await signIn({ email, password: OWNER.password }),
      });
    }
    return { workspaceId, slug, people };
  };

  const call = async (
    key: string,
    address: string,
    { body, signal }: { readonly body?: object | string; readonly signal?: AbortSignal } = {},
  ): Promise<Response> =>
    fetch(`${base}${address}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    });

  /** Attacks until `signal` aborts. Returns the answers by status; those to imports and to readers of streams apart. */
  const attack = async (
    team: Team,
    folderId: string,
    signal: AbortSignal,
  ): Promise<Readonly<Record<string, number>>> => {
    const statuses: Record<string, number> = {};
    const pending = new Set<Promise<void>>();
    /** The last run of each person: nobody else sees it. */
    const started = new Map<Attacker, string>();
    const accepted = longExport();
    let turn = 0;
    const count = (status: number | string): void => void (statuses[status] = (statuses[status] ?? 0) + 1);
    const send = (work: () => Promise<void>): void => {
      const running = work()
        .catch(() => count("closed"))
        .finally(() => pending.delete(running));
      pending.add(running);
    };
    const attacker = (): Attacker => {
      const person = team.people[Math.floor(random() * team.people.length)];
      if (person === undefined) throw new Error("the team has no people");
      return person;
    };
    const start = async (): Promise<void> => {
      const person = attacker();
      const text = `hostile ${HOSTILE_TASKS[turn % HOSTILE_TASKS.length]} ${MARK}`;
      const response = await call(person.runKey, "/api/runs", { body: { text, folderId }, signal });
      count(response.status);
      const { traceId } = (await response.json()) as { readonly traceId?: string };
      if (traceId !== undefined) started.set(person, traceId);
    };
    const watch = async (): Promise<void> => {
      const person = attacker();
      const response = await call(person.readKey, `/api/traces/${started.get(person) ?? "none"}/events`, {
        signal,
      });
      count(`stream ${response.status}`);
      for await (const _ of response.body ?? []) if (signal.aborted) return;
    };
    const throwRubbish = async (): Promise<void> => {
      const body = `{"text":"${"[".repeat(10_000)}","context":{"a":${"[".repeat(500)}`;
      const response = await call(attacker().runKey, "/api/runs", { body, signal });
      count(response.status);
      await response.body?.cancel();
    };
    const importMuch = async (): Promise<void> => {
      const response = await fetch(`${base}/api/w/${team.slug}/traces/import`, {
        method: "POST",
        headers: { cookie: attacker().cookie, origin: base },
        body: turn % 100 === 0 ? accepted : REFUSED_IMPORT,
        signal,
      });
      count(`import ${response.status}`);
      await response.body?.cancel();
    };
    while (!signal.aborted) {
      turn += 1;
      if (pending.size < STREAMS) send(watch);
      if (turn % (STARTS_EVERY_MS / FLOOD_EVERY_MS) === 0) send(start);
      send(turn % 50 === 0 ? importMuch : throwRubbish);
      await sleep(FLOOD_EVERY_MS);
    }
    await Promise.all(pending);
    return statuses;
  };

  it(
    "delays another team neither at the workers nor on its pages, fills no memory and stays invisible to it",
    async () => {
      const { scope, slug } = await ownerPlace(database);
      const team = await createTeam();
      const { id: folderId } = await database.folders.add(team, {
        ...{ id: randomUUID(), name: "a", path: path.join(folder, "project") },
      });
      const [runKey, readKey] = [
        await createKey(database, scope, "run"),
        await createKey(database, scope, "read"),
      ];
      const cookie = await signIn(OWNER);
      const runs: string[] = [];
      const pageMs: number[] = [];
      const work = async (): Promise<void> => {
        const response = await call(runKey, "/api/runs", { body: { text: "Add two and two." } });
        expect(response.status).toBe(201);
        runs.push(((await response.json()) as { readonly traceId: string }).traceId);
        const since = performance.now();
        const page = await fetch(`${base}/w/${slug}/traces`, { headers: { cookie } });
        const html = await page.text();
        pageMs.push(performance.now() - since);
        expect(page.status).toBe(200);
        expect(html).not.toContain(MARK);
      };
      // The first requests compile.
      for (let round = 0; round < 10; round += 1) await work();
      runs.length = 0;
      pageMs.length = 0;
      const processes = { web: servers.pids[0] ?? 0, worker: worker.pid };
      const before = Object.entries(processes).map(([name, pid]) => ({
        name,
        pid,
        bytes: residentBytes(pid),
      }));
      const highest = new Map<string, number>();
      const end = new AbortController();
      const attacked = attack(team, folderId, end.signal);
      const until_ = performance.now() + DURATION_MS;
      while (performance.now() < until_) {
        await work();
        for (const { name, pid, bytes } of before)
          highest.set(name, Math.max(highest.get(name) ?? 0, residentBytes(pid) - bytes));
        await sleep(VICTIM_EVERY_MS);
      }
      end.abort();
      const statuses = await attacked;
      const startMs = await until("the end of all runs of the other team", async () => {
        const { rows } = await database.pool.query<{ ms: number | null; status: string }>(
          `select extract(epoch from started_at - created_at)::float8 * 1000 as ms, status from trace_facts where trace_id = any($1)`,
          [runs],
        );
        return rows.every(({ status }) => status === "completed")
          ? rows.map(({ ms }) => ms ?? Infinity)
          : undefined;
      });
      const figures = {
        ...{ startMs: quantile(startMs, 0.95), pageMs: quantile(pageMs, 0.95), runs: runs.length },
        ...{
          growthBytes: Object.fromEntries(highest),
          answersToAttackers: statuses,
          loadOfMachine: loadavg(),
        },
      };
      process.stdout.write(`hostile team: ${JSON.stringify(figures)}\n`);
      const { rows: theirs } = await database.pool.query<{ id: string }>(
        "select id from trace where workspace_id = $1 limit 20",
        [team.workspaceId],
      );
      expect(theirs).toHaveLength(20);
      for (const { id } of theirs) expect((await call(readKey, `/api/traces/${id}`)).status).toBe(404);
      expect(Object.keys(statuses).filter((status) => /^(?:\w+ )?5/.test(status))).toEqual([]);
      // The attack is one only if the server lets it do something.
      const reached = Object.keys(statuses);
      expect(reached).toContainEqual(expect.stringMatching(/^import 2/));
      expect(reached).toContain("stream 200");
      expect(servers.pids.map(residentBytes).every((bytes) => bytes > 0)).toBe(true);
      expect(worker.hasEnded(), worker.log().slice(-2_000)).toBe(false);
      for (const [name, bytes] of highest) expect(bytes, name).toBeLessThan(MAX_GROWTH_BYTES);
      expect(figures.startMs).toBeLessThan(START_LIMIT_MS);
      expect(figures.pageMs).toBeLessThan(PAGE_LIMIT_MS);
    },
    TIMEOUT_MS,
  );
});

import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import path from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import { exportLines } from "@goaltrace/core/reading";
import { buildLog, buildTrace } from "@goaltrace/core/testing";
import { createDatabase, type Database } from "@goaltrace/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createWorkerProcesses, type WorkerProcess } from "../../apps/cli/test/support/process.ts";
import { IS_SOAK } from "../../apps/cli/test/support/soak.ts";
import { until } from "../../apps/cli/test/support/world.ts";
import { createKey, OWNER, ownerPlace } from "../../bench/bench-owner.ts";
import { quantile } from "../../bench/measure.ts";
import { startWebServers, type WebServers } from "../../bench/web-server.ts";
import { ensureBuilt } from "../../scripts/lib/build.mjs";
import { inCheckout } from "../../scripts/lib/checkout.mjs";
import type { Attacker } from "./hostile-attack.ts";
import { type Attackers, startAttackers } from "./hostile-attackers.ts";

const DURATION_MS = Number(process.env.GOALTRACE_HOSTILE_MS ?? 300_000);
const PEOPLE = 5;
/** Two megabytes of text in an import that is stored. */
const IMPORTED_MESSAGES = 500;
const VICTIM_EVERY_MS = 500;
const START_LIMIT_MS = 1_000;
const PAGE_LIMIT_MS = 300;
/** Memory that attacks may add to each process. */
const MAX_GROWTH_BYTES = 400_000_000;
/** Minimums of an attack that tries the limits: bytes on streams and malformed requests read each second, open streams and running runs. */
const LEAST = { streamedBytes: 20_000, malformed: 2, openStreams: 150, running: 3 };
const PAGE_BYTES = 4_096;
const TIMEOUT_MS = DURATION_MS + 900_000;
const MARK = `mark-${randomUUID()}`;

/** The milliseconds from the creation of a run to its start on a worker, and from there to its first model call. */
type Start = { readonly startMs: number | null; readonly askMs: number | null; readonly status: string };
const STARTS = `
select status, extract(epoch from started_at - created_at)::float8 * 1000 as "startMs",
  (select min(at) from entry where entry.trace_id = trace_facts.trace_id and type = 'call.started')::float8
    - extract(epoch from started_at)::float8 * 1000 as "askMs"
from trace_facts where trace_id = any($1)`;
const RUNNING =
  "select count(*)::integer as running from trace_facts where workspace_id = $1 and status = 'running'";
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
  let attackers: Attackers;
  let folder = "";
  let base = "";

  beforeAll(async () => {
    await ensureBuilt();
    folder = await realpath(await mkdtemp(path.join(tmpdir(), "goaltrace-hostile-")));
    await mkdir(path.join(folder, "home"));
    await mkdir(path.join(folder, "project"));
    await writeFile(path.join(folder, "project", `${"a-".repeat(60)}.txt`), "text");
    attackers = await startAttackers();
    const variables = {
      ...{ OPENAI_BASE_URL: attackers.modelUrl, OPENAI_API_KEY: "sk-hostile", GOALTRACE_MODEL: "mock" },
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
    await attackers?.close();
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
        refusedKey: await createKey(database, { workspaceId, personId }, "run"),
        cookie: await signIn({ email, password: OWNER.password }),
      });
    }
    return { workspaceId, slug, people };
  };

  const call = async (key: string, address: string, body?: object): Promise<Response> =>
    fetch(`${base}${address}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

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
      const answerMs: number[] = [];
      const work = async (): Promise<void> => {
        const sentAt = performance.now();
        const response = await call(runKey, "/api/runs", { text: "Add two and two." });
        answerMs.push(performance.now() - sentAt);
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
      answerMs.length = 0;
      const ownDelay = monitorEventLoopDelay({ resolution: 10 });
      ownDelay.enable();
      const processes = { web: servers.pids[0] ?? 0, worker: worker.pid };
      const before = Object.entries(processes).map(([name, pid]) => ({
        name,
        pid,
        bytes: residentBytes(pid),
      }));
      const highest = new Map<string, number>();
      const running: number[] = [];
      attackers.attack({ ...team, base, folderId, mark: MARK, accepted: longExport() });
      const until_ = performance.now() + DURATION_MS;
      while (performance.now() < until_) {
        await work();
        const { rows } = await database.pool.query<{ running: number }>(RUNNING, [team.workspaceId]);
        running.push(rows[0]?.running ?? 0);
        for (const { name, pid, bytes } of before)
          highest.set(name, Math.max(highest.get(name) ?? 0, residentBytes(pid) - bytes));
        await sleep(VICTIM_EVERY_MS);
      }
      const attacked = await attackers.end();
      const { statuses } = attacked;
      ownDelay.disable();
      const starts = await until("the end of all runs of the other team", async () => {
        const { rows } = await database.pool.query<Start>(STARTS, [runs]);
        return rows.length === runs.length && rows.every(({ status }) => status === "completed")
          ? rows
          : undefined;
      });
      const p95 = (values: readonly (number | null)[]): number =>
        quantile(
          values.map((value) => value ?? Infinity),
          0.95,
        );
      const figures = {
        ...{ startMs: p95(starts.map(({ startMs }) => startMs)), pageMs: p95(pageMs), runs: runs.length },
        /** The parts of a start around its claim, and how late this process, whose clock they rest on, ran itself. */
        ...{ answerMs: p95(answerMs), askMs: p95(starts.map(({ askMs }) => askMs)) },
        ...{ medianPageMs: quantile(pageMs, 0.5), ownDelayMs: ownDelay.percentile(95) / 1_000_000 },
        /** Runs of the attackers that were running, half of the time at least. */
        running: quantile(running, 0.5),
        ...{ growthBytes: Object.fromEntries(highest), ...attacked, loadOfMachine: loadavg() },
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
      const seconds = DURATION_MS / 1_000;
      expect(attacked.streamedBytes).toBeGreaterThan(LEAST.streamedBytes * seconds);
      expect(attacked.openStreams).toBeGreaterThan(LEAST.openStreams);
      expect(figures.running).toBeGreaterThanOrEqual(LEAST.running);
      expect(statuses["refused 400"] ?? 0).toBeGreaterThan(LEAST.malformed * seconds);
      expect(statuses["refused 429"] ?? 0).toBeGreaterThan(0);
      expect(servers.pids.map(residentBytes).every((bytes) => bytes > 0)).toBe(true);
      expect(worker.hasEnded(), worker.log().slice(-2_000)).toBe(false);
      for (const [name, bytes] of highest) expect(bytes, name).toBeLessThan(MAX_GROWTH_BYTES);
      expect(figures.startMs).toBeLessThan(START_LIMIT_MS);
      expect(figures.pageMs).toBeLessThan(PAGE_LIMIT_MS);
    },
    TIMEOUT_MS,
  );
});

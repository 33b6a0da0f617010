import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { GoaltraceError } from "@goaltrace/core";
import type { Entry } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { ensureEmbedded, stopEmbedded } from "@goaltrace/db/embedded";
import { decideRequest, type RequestDecision, type Runtime } from "@goaltrace/host";
import { openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import { afterAll, beforeAll, expect, it } from "vitest";
import { killServer } from "./support/kill-server.ts";
import { logFaults } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { openWorld, until, type World } from "./support/world.ts";

const RUNS = Number(process.env["GOALTRACE_WAITING_RUNS"] ?? (IS_SOAK ? 1_000 : 20));
const LIMIT_MS = IS_SOAK ? 900_000 : 180_000;
const REPORT = fileURLToPath(new URL("../../../.cache/waiting-runs.json", import.meta.url));
/** Each person decides in a way of their own, so that the outcome of a run shows who decided. */
const PEOPLE = ["ana", "ben", "chi"] as const;
type Person = (typeof PEOPLE)[number];
type Request = { readonly traceId: string; readonly id: string };

const clock = createSystemClock();
/** No takeover is awaited here, and a short lease may be lost on a busy machine: its call would be made again. */
const workers = createWorkerProcesses("real");

let base: string;
let world: World;
let model: MockModel;
let project: string;

beforeAll(async () => {
  base = await mkdtemp(path.join(tmpdir(), "goaltrace-waiting-"));
  world = await openWorld((await ensureEmbedded(base)).url);
  await world.database.permissions.setWorkspaceMode(world.scope.workspaceId, "ask");
  project = path.join(world.folder, "project");
  await mkdir(project);
  model = await startMockModel(({ messages }) => {
    if (messages.some(({ role }) => role === "tool")) return { text: "Done." };
    const asked = messages
      .filter(({ role }) => role === "user")
      .map(({ content }) => JSON.stringify(content));
    const name = /Save (?<name>run-\d+)/u.exec(asked.join())?.groups?.["name"] ?? "";
    return { calls: [{ name: "write_file", arguments: { path: `${name}.txt`, content: "approved" } }] };
  });
});
afterAll(async () => {
  await workers.killAll();
  await model?.close();
  await world?.close();
  await stopEmbedded(base);
  await rm(base, { recursive: true, force: true });
});

const startWorkers = async (): Promise<void> => {
  for (let count = 0; count < 2; count += 1) await workers.add(world.variables(model.baseUrl));
};

/** Returns the open requests of all runs, page by page. */
async function openRequests(): Promise<readonly Request[]> {
  const found: Request[] = [];
  for (let cursor: string | null = null; ;) {
    const page = await world.database.requests.list(world.scope, "waiting", { cursor, limit: 100 });
    found.push(...page.items.map(({ traceId, id }) => ({ traceId, id })));
    cursor = page.nextCursor;
    if (cursor === null) return found;
  }
}

function decisionOf(person: Person, file: string): RequestDecision {
  if (person === "ana") return { kind: "approve" };
  if (person === "ben") return { kind: "deny", reason: `No, says ${person}.` };
  return { kind: "approve", arguments: JSON.stringify({ path: file, content: "edited" }) };
}

/** One person answers every request that no one else has, in an order of their own. Returns the runs in which their decision counted. */
async function answerAll(
  runtime: Runtime,
  person: Person,
  { requests, files }: { readonly requests: readonly Request[]; readonly files: ReadonlyMap<string, string> },
): Promise<readonly string[]> {
  const random = createRandom(PEOPLE.indexOf(person) + 1);
  const order = requests
    .map((request) => ({ request, key: random() }))
    .sort((first, second) => first.key - second.key);
  const counted: string[] = [];
  for (const { request } of order) {
    const decision = decisionOf(person, files.get(request.traceId) ?? "");
    const scope = { ...world.scope, personId: person };
    const isFirst = await decideRequest(runtime, scope, { ...request, decision }).then(
      () => true,
      (thrown: unknown) => {
        if (thrown instanceof GoaltraceError && thrown.code === "CONFLICT") return false;
        throw thrown;
      },
    );
    if (isFirst) counted.push(request.traceId);
  }
  return counted;
}

const eventsOf = (entries: readonly Entry[], type: string): readonly Entry[] =>
  entries.filter((entry) => entry.kind === "event" && entry.type === type);

it.skipIf(!existsSync("/proc/self/stat"))(
  "answers every waiting run once, by one of three people, over a restart of everything",
  async () => {
    const startedAt = clock.now();
    await startWorkers();
    const files = new Map<string, string>();
    for (let index = 0; index < RUNS; index += 1) {
      const run = await world.queue({ text: `Save run-${index}`, projectFolder: project });
      files.set(run.id, `run-${index}.txt`);
    }
    const count = async (): Promise<number> => (await world.database.requests.count(world.scope)).waiting;
    await until("all requests", async () => ((await count()) === RUNS ? true : undefined), LIMIT_MS);
    const waitingAt = clock.now();
    // Everything dies while no one has answered.
    await workers.killAll();
    await killServer(base);
    expect((await ensureEmbedded(base)).url).toBe(world.url);
    const requests = await until("the database", openRequests, LIMIT_MS);
    expect(new Set(requests.map(({ traceId }) => traceId))).toEqual(new Set(files.keys()));
    expect(requests).toHaveLength(RUNS);
    await startWorkers();
    const backAt = clock.now();
    const runtime = await openProcessRuntime(readEnvironment(world.variables(model.baseUrl)), {
      databaseUrl: world.url,
    });
    try {
      const answered = await Promise.all(
        PEOPLE.map(async (person) => await answerAll(runtime, person, { requests, files })),
      );
      const answeredAt = clock.now();
      // Each run was answered by exactly one of them.
      expect(answered.flat().toSorted()).toEqual([...files.keys()].toSorted());
      for (const id of files.keys()) await world.ended(id, LIMIT_MS);
      const completedAt = clock.now();
      await expectOutcomes(answered, files);
      await report({
        ...{ runs: RUNS, answered: answered.map(({ length }) => length) },
        ...{ untilWaitingMs: waitingAt - startedAt, restartMs: backAt - waitingAt },
        ...{ answeringMs: answeredAt - backAt, completingMs: completedAt - answeredAt },
      });
    } finally {
      await runtime.close();
    }
    expect(model.complaints).toEqual([]);
  },
  2 * LIMIT_MS,
);

/** Expects one decision, one result and the effect of exactly that decision in every run. */
async function expectOutcomes(
  answered: readonly (readonly string[])[],
  files: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [index, person] of PEOPLE.entries())
    for (const id of answered[index] ?? []) {
      const entries = await world.log(id);
      expect(logFaults(entries), id).toEqual([]);
      expect((await world.trace(id)).status, id).toBe("completed");
      expect(eventsOf(entries, "approval.requested"), id).toHaveLength(1);
      expect(eventsOf(entries, "approval.decided"), id).toMatchObject([{ data: { personId: person } }]);
      const written = await readFile(path.join(project, files.get(id) ?? ""), "utf8").catch(() => null);
      expect([person, written]).toEqual([person, OUTCOMES[person]]);
      expect(eventsOf(entries, "tool.started"), id).toHaveLength(person === "ben" ? 0 : 1);
    }
}

const OUTCOMES: Readonly<Record<Person, string | null>> = { ana: "approved", ben: null, chi: "edited" };

async function report(figures: object): Promise<void> {
  await mkdir(path.dirname(REPORT), { recursive: true });
  await writeFile(REPORT, `${JSON.stringify(figures)}\n`);
}

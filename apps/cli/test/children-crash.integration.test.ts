import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Entry, Trace } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { parseChatRequest } from "./support/chat-request.ts";
import { logFaults, lostEntries, unloggedRequests } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { agentOf, exploreFive, fileOf, FIVE, writeFive } from "./support/tree-model.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const KILLS = 10;
const PAUSE_MS = 60;
const LIMIT_MS = 600_000;
/** A run without a kill takes a second. A tree that waits for something that no one answers ends here, with its waits in the message. */
const RUN_LIMIT_MS = 60_000;
const DECISIONS = ["approve", "edit", "deny"] as const;
type Decision = (typeof DECISIONS)[number];

const clock = createSystemClock();
const workers = createWorkerProcesses("real");
let world: World;
let model: MockModel;
let answer: Parameters<typeof startMockModel>[0] = writeFive;
let folders = 0;

type Run = { readonly id: string; readonly folder: string; readonly requestsBefore: number };
type Logs = ReadonlyMap<string, { readonly trace: Trace; readonly entries: readonly Entry[] }>;

/** In soak only: each kill costs the start of a worker. Deaths at every append, without processes, are in `children-branches.test.ts`. */
describe.runIf(IS_SOAK)("a tree of runs whose worker is killed at random moments", () => {
  beforeAll(async () => {
    world = await openOwnWorld();
    await world.database.permissions.addRule(world.scope, {
      ...{ id: "ask-south", layer: "workspace", target: "", effect: "ask" },
      ...{ tool: "write_file", pattern: fileOf("south") },
    });
    model = await startMockModel(
      async (request) => await answer(request),
      () => PAUSE_MS,
    );
  });
  // A worker of a test that failed would take the runs of the next one.
  afterEach(async () => await workers.killAll());
  afterAll(async () => {
    await model?.close();
    await world?.close();
  });

  it.each([
    ["all", "Branch 1"],
    ["best", "Choose the best"],
    ["vote", 'Vote: "red" with 2 of 3'],
  ])(
    "explores with five branches and merges %s: none runs twice, none is lost",
    async (merge, begins) => {
      answer = exploreFive(merge);
      const random = createRandom(merge.length);
      let worker = await addWorker();
      const first = await queue();
      await endOf(first);
      const calm = await logsOf(first);
      expectBranches(calm, begins);
      const calmRequests = requestsSince(first).length;
      let resumed = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const run = await queue();
        await requestOf(run, 1 + Math.floor(random() * calmRequests));
        await clock.sleep(random() * 2 * PAUSE_MS);
        const { atKill, requestsAtKill } = await killWorker(worker, run);
        worker = await addWorker();
        await endOf(run);
        const after = await logsOf(run);
        expectBranches(after, begins);
        await expectNothingRepeated(run, { atKill, after, calm, requestsAtKill });
        if (wasResumed(after)) resumed += 1;
      }
      expect(model.complaints).toEqual([]);
      // A kill right after the end has nothing to resume.
      expect(resumed).toBeGreaterThan(KILLS / 2);
    },
    LIMIT_MS,
  );

  it.each(DECISIONS)(
    "waits for one of five agents, whose approval is answered by %s; the others repeat nothing",
    async (decision) => {
      answer = writeFive;
      const random = createRandom(10 + DECISIONS.indexOf(decision));
      let worker = await addWorker();
      const first = await queue();
      await decide(first, decision);
      await endOf(first);
      const calm = await logsOf(first);
      await expectDecided(first, calm, decision);
      let resumed = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const run = await queue();
        // While the agents work, while the tree waits, and after the decision, in turn.
        const phase = kill % 3;
        if (phase === 0) await requestOf(run, 1 + Math.floor(random() * 8));
        else await openRequest(run);
        if (phase === 1) await restOf(run);
        if (phase === 2) await decide(run, decision);
        await clock.sleep(random() * 2 * PAUSE_MS);
        const { atKill, requestsAtKill } = await killWorker(worker, run);
        worker = await addWorker();
        if (phase !== 2) await decide(run, decision);
        await endOf(run);
        const after = await logsOf(run);
        await expectDecided(run, after, decision);
        await expectNothingRepeated(run, { atKill, after, calm, requestsAtKill });
        if (wasResumed(after)) resumed += 1;
      }
      expect(model.complaints).toEqual([]);
      // A tree that waits has nothing to resume when its worker dies.
      expect(resumed).toBeGreaterThan(KILLS / 3);
    },
    LIMIT_MS,
  );
});

async function addWorker(): Promise<WorkerProcess> {
  return await workers.add(world.variables(model.baseUrl));
}

async function queue(): Promise<Run> {
  const requestsBefore = model.bodies.length;
  const folder = path.join(world.folder, `project-${(folders += 1)}`);
  await mkdir(folder);
  if (answer !== writeFive) for (const name of FIVE) await writeFile(path.join(folder, fileOf(name)), name);
  const isExploring = answer !== writeFive;
  const { id } = await world.queue({
    text: "Do it",
    projectFolder: folder,
    ...(isExploring ? { permission: { approver: "nobody", allow: [] } } : {}),
  });
  return { id, folder, requestsBefore };
}

const requestsSince = ({ requestsBefore }: Run): readonly string[] => model.bodies.slice(requestsBefore);

/** Resolves when the model has received the request of this number, from 1, of a run. */
async function requestOf(run: Run, number: number): Promise<void> {
  await until(
    `request ${number} of the run`,
    async () => await Promise.resolve(requestsSince(run).length >= number ? true : undefined),
    RUN_LIMIT_MS,
  );
}

async function familyOf({ id }: Run): Promise<readonly Trace[]> {
  return await world.database.traces.family(world.scope, id);
}

async function logsOf(run: Run): Promise<Logs> {
  const logs = new Map<string, { readonly trace: Trace; readonly entries: readonly Entry[] }>();
  for (const trace of await familyOf(run))
    logs.set(agentName(trace), { trace, entries: await world.log(trace.id) });
  return logs;
}

const agentName = ({ task }: Trace): string =>
  agentOf({ messages: [{ role: "user", content: task }] }) ?? "root";

/** Waits for the end of a tree; a tree that does not end is described. */
async function endOf(run: Run): Promise<void> {
  try {
    await world.ended(run.id, RUN_LIMIT_MS);
  } catch (thrown) {
    const states = (await familyOf(run)).map(
      (trace) => `${agentName(trace)}: ${trace.status} ${trace.waitingFor ?? ""}`,
    );
    throw new Error(`the tree does not end: ${states.join(", ")}`, { cause: thrown });
  }
}

/** Kills the worker and makes the run free at once: waiting for the lease would only take time. */
async function killWorker(
  worker: WorkerProcess,
  run: Run,
): Promise<{ readonly atKill: Logs; readonly requestsAtKill: number }> {
  await worker.kill();
  const atKill = await logsOf(run);
  await world.database.pool.query("update trace set lease_until = now() where id = $1", [run.id]);
  return { atKill, requestsAtKill: model.bodies.length };
}

/** Returns the open approval of a run of the tree, when there is one. */
async function openRequest(run: Run): Promise<{ readonly traceId: string; readonly id: string }> {
  return await until(
    "an open approval",
    async () => {
      const ids = new Set((await familyOf(run)).map(({ id }) => id));
      const { items } = await world.database.requests.list(world.scope, "waiting", {
        cursor: null,
        limit: 50,
      });
      return items.find(({ traceId }) => ids.has(traceId));
    },
    RUN_LIMIT_MS,
  );
}

/** Resolves when nothing of the tree works any longer. */
async function restOf(run: Run): Promise<void> {
  await until(
    "the wait of the root",
    async () => ((await world.trace(run.id)).status === "waiting" ? true : undefined),
    RUN_LIMIT_MS,
  );
}

async function decide(run: Run, decision: Decision): Promise<void> {
  const { traceId, id: approvalId } = await openRequest(run);
  const edited = { arguments: JSON.stringify({ path: "elsewhere.txt", content: "edited" }) };
  const body =
    decision === "deny"
      ? ({ kind: "deny", payload: { approvalId, reason: "No." } } as const)
      : ({ kind: "approve", payload: { approvalId, ...(decision === "edit" ? edited : {}) } } as const);
  await world.database.signals.insert(world.scope, {
    ...{ ...body, id: `approval:${approvalId}`, traceId, personId: "mira", at: clock.now() },
  });
}

const eventsOf = (entries: readonly Entry[], type: string): number =>
  entries.filter((entry) => entry.kind === "event" && entry.type === type).length;

const resultsOf = (entries: readonly Entry[]): readonly string[] =>
  entries.flatMap((entry) => (entry.kind === "message" && entry.role === "tool" ? [entry.output] : []));

const statusesOf = (logs: Logs): Readonly<Record<string, string>> =>
  Object.fromEntries([...logs].map(([name, { trace }]) => [name, trace.status]));

const entriesOf = (logs: Logs, name: string): readonly Entry[] => logs.get(name)?.entries ?? [];

const wasResumed = (logs: Logs): boolean =>
  [...logs.values()].some(({ entries }) => eventsOf(entries, "trace.resumed") > 0);

function expectBranches(logs: Logs, begins: string): void {
  expect(statusesOf(logs)).toEqual({
    ...{ root: "completed", north: "completed", east: "completed", south: "completed" },
    ...{ west: "failed", middle: "failed" },
  });
  const root = entriesOf(logs, "root");
  expect(eventsOf(root, "child.spawned")).toBe(FIVE.length);
  expect(eventsOf(root, "child.finished")).toBe(FIVE.length);
  const [report = "", ...others] = resultsOf(root);
  expect(others).toEqual([]);
  expect(report.split("\n\n")[0]).toContain(begins);
  for (const index of FIVE.keys()) expect(report.split(`Branch ${index + 1}:`)).toHaveLength(2);
  expect(report).toContain("west is unreadable");
}

async function expectDecided(run: Run, logs: Logs, decision: Decision): Promise<void> {
  expect(new Set(Object.values(statusesOf(logs)))).toEqual(new Set(["completed"]));
  expect([...logs.keys()].toSorted()).toEqual(["root", ...FIVE].toSorted());
  const root = entriesOf(logs, "root");
  expect(eventsOf(root, "child.spawned")).toBe(FIVE.length);
  expect(resultsOf(root)).toHaveLength(FIVE.length);
  const south = entriesOf(logs, "south");
  expect(eventsOf(south, "approval.requested")).toBe(1);
  expect(eventsOf(south, "approval.decided")).toBe(1);
  // A kill between its start and its result lets a write, which may be repeated, start once more.
  expect(eventsOf(south, "tool.started")).toBe(decision === "deny" ? 0 : 1 + killsDuringCall(south));
  const written = await Promise.all(
    [...FIVE, "elsewhere"].map(
      async (name) => await readFile(path.join(run.folder, fileOf(name)), "utf8").catch(() => null),
    ),
  );
  const others = ["west", "middle"];
  expect(written).toEqual([
    ...["north", "east", decision === "approve" ? "south" : null, ...others],
    decision === "edit" ? "edited" : null,
  ]);
}

/** The state at a kill and at the end, beside a run without a kill. */
type Lives = {
  readonly atKill: Logs;
  readonly after: Logs;
  readonly calm: Logs;
  readonly requestsAtKill: number;
};

/**
 * Expects that nothing stored was lost, that no effect and no finished call ran again, that no agent that had ended did anything, and that each
 * of the others asked the model as often as without a kill, and once more if it was asking at that moment.
 */
async function expectNothingRepeated(
  run: Run,
  { atKill, after, calm, requestsAtKill }: Lives,
): Promise<void> {
  const bodies = requestsSince(run);
  const logs = [...after.values()].map(({ entries }) => entries);
  expect(await unloggedRequests(world, bodies, logs)).toEqual([]);
  const later = bodies.slice(requestsAtKill - run.requestsBefore);
  const asking = (name: string, of: readonly string[]): number =>
    of.filter((body) => (agentOf(parseChatRequest(body)) ?? "root") === name).length;
  for (const [name, { entries }] of after) {
    expect(logFaults(entries), name).toEqual([]);
    const before = atKill.get(name);
    expect(lostEntries(before?.entries ?? [], entries), name).toEqual([]);
    if (before?.trace.endedAt != null) {
      expect(entries, name).toHaveLength(before.entries.length);
      expect(asking(name, later), name).toBe(0);
    }
    expect(ranAgain(entries), name).toEqual([]);
    const calmResults = resultsOf(entriesOf(calm, name)).length;
    // An agent that is stopped is asked for its last words once: a kill meanwhile leaves them out, with the calls in them.
    const allowed = before?.trace.endedAt == null && after.get(name)?.trace.status === "failed" ? 1 : 0;
    const missing = calmResults - resultsOf(entries).length;
    expect(missing >= 0 && missing <= allowed, `${name} has ${missing} results less`).toBe(true);
    const calmCalls = eventsOf(entriesOf(calm, name), "call.started");
    const calls = eventsOf(entries, "call.started");
    expect([calmCalls, calmCalls + 1], `${name} called the model ${calls} times`).toContain(calls);
  }
}

/** The times that a run was resumed between the first start of its only call and the result. */
function killsDuringCall(entries: readonly Entry[]): number {
  const start = entries.findIndex((entry) => entry.kind === "event" && entry.type === "tool.started");
  const end = entries.findIndex((entry) => entry.kind === "message" && entry.role === "tool");
  return eventsOf(entries.slice(start, end), "trace.resumed");
}

/** Calls that ran again although their result was stored. */
function ranAgain(entries: readonly Entry[]): readonly string[] {
  const done = new Set<string>();
  const again: string[] = [];
  for (const entry of entries) {
    if (entry.kind === "message" && entry.role === "tool") done.add(entry.toolCallId);
    if (entry.kind === "event" && entry.type === "tool.started" && done.has(entry.data.toolCallId))
      again.push(entry.data.toolCallId);
  }
  return again;
}

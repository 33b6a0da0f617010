import { mkdir } from "node:fs/promises";
import path from "node:path";
import { GoaltraceError, run as runClaimed } from "@goaltrace/core";
import type { Entry, Trace } from "@goaltrace/core/log";
import type { Amounts } from "@goaltrace/core/ports";
import type { Runtime } from "@goaltrace/host";
import { openProcessRuntime, readEnvironment } from "@goaltrace/host/process";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { savePricedModel } from "./support/save-priced-model.ts";
import { createWorkerProcesses } from "./support/process.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const NOBODY = { approver: "nobody", allow: [] } as const;
/** Dollars per million tokens, in and out. A call of 8,000 tokens costs 8 cents. */
const PRICE = 10;
const NOTHING: Amounts = { usd: 0, tokens: 0, ms: 0, steps: 0 };

let world: World;
let model: MockModel;
let runtime: Runtime;
let project: string;
let pauseMs = 0;
const workers = createWorkerProcesses("short");

beforeAll(async () => {
  world = await openOwnWorld();
  project = path.join(world.folder, "project");
  await mkdir(project);
  // Every second run makes three calls, the others one.
  model = await startMockModel(
    ({ messages }) => {
      const task = JSON.stringify(messages.find(({ role }) => role === "user"));
      const results = messages.filter(({ role }) => role === "tool").length;
      return task.includes("long") && results < 2
        ? { calls: [{ name: "write_file", arguments: { path: `${results}.txt`, content: task } }] }
        : { text: "Done." };
    },
    () => pauseMs,
    { input: 5_000, output: 3_000 },
  );
  await savePricedModel(world, model.baseUrl, PRICE);
  runtime = await openProcessRuntime(readEnvironment(world.variables(model.baseUrl)), {
    databaseUrl: world.url,
  });
});
afterAll(async () => {
  await workers.killAll();
  await runtime?.close();
  await model?.close();
  await world?.close();
});
beforeEach(async () => {
  await Promise.all(workers.all.map(async (worker) => await worker.kill()));
  await world.database.pool.query("delete from day_spending");
});

const today = async (): ReturnType<World["database"]["budgets"]["today"]> =>
  await world.database.budgets.today(world.scope.workspaceId);

async function queue(text: string): Promise<Trace> {
  return await world.queue({ text, projectFolder: project, model: "mock/priced", permission: NOBODY });
}

async function holds(): Promise<number> {
  const { rows } = await world.database.pool.query<{ count: number }>(
    "select count(*)::int as count from budget_hold",
  );
  return rows[0]?.count ?? Number.NaN;
}

/** The dollars of the calls in a log. */
function costOf(entries: readonly Entry[]): number {
  return entries.reduce(
    (sum, entry) =>
      entry.kind === "event" && entry.type === "call.finished" ? sum + (entry.data.cost ?? 0) : sum,
    0,
  );
}

function reservations(entries: readonly Entry[]): readonly number[] {
  return entries.flatMap((entry) =>
    entry.kind === "event" && entry.type === "budget.reserved" && entry.data.unit === "usd"
      ? [entry.data.amount]
      : [],
  );
}

it("keeps 50 concurrent runs on two workers within the workspace's budget and one reservation", async () => {
  pauseMs = 20;
  await world.database.budgets.save(world.scope.workspaceId, { usd: 2 });
  const runs = await Promise.all(
    Array.from({ length: 50 }, async (_, index) => await queue(index % 2 === 0 ? "short" : "long")),
  );
  await Promise.all([1, 2].map(async () => await workers.add(world.variables(model.baseUrl))));
  const seen: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      const { spent, held } = await today();
      seen.push(spent.usd + held.usd);
    }
  })();
  const ended = await Promise.all(runs.map(async ({ id }) => await world.ended(id))).finally(() => {
    isOver = true;
  });
  await watching;

  const logs = await Promise.all(runs.map(async ({ id }) => await world.log(id)));
  const largest = Math.max(...logs.flatMap(reservations));
  const spent = logs.reduce((sum, entries) => sum + costOf(entries), 0);
  expect(Math.max(...seen)).toBeLessThanOrEqual(2 + largest + 1e-9);
  expect(spent).toBeLessThanOrEqual(2 + largest + 1e-9);
  // Reservations hold no money back: the budget is used up when the others are refused.
  expect(spent).toBeGreaterThanOrEqual(2);
  const refused = ended.filter(({ status }) => status === "failed");
  expect(new Set(refused.map(({ failure }) => failure?.code))).toEqual(new Set(["LIMIT_REACHED"]));
  expect(ended.filter(({ status }) => status === "completed").length + refused.length).toBe(50);
  expect((await today()).spent.usd).toBeCloseTo(spent, 9);
  expect(await holds()).toBe(0);
});

/** The ports of a process that dies at an append, before or after it is durable. */
function dyingPorts(at: number, isDurable: boolean): Runtime["ports"] {
  let appends = 0;
  const { traces } = runtime.ports;
  return {
    ...runtime.ports,
    traces: {
      ...traces,
      append: async (batch) => {
        appends += 1;
        if (appends < at || (appends === at && isDurable)) await traces.append(batch);
        if (appends >= at) throw new GoaltraceError({ code: "LEASE_LOST", message: "died", fix: "" });
      },
    },
  };
}

/** Claims the run and executes it. Returns false if its process died. */
async function execute(id: string, ports: Runtime["ports"]): Promise<boolean> {
  const claimed = await until(
    "the claim",
    async () => await runtime.ports.traces.claim({ owner: "test", leaseMs: 1, only: id }),
  );
  expect((await today()).held).toEqual(NOTHING);
  try {
    for await (const _ of runClaimed({
      ...claimed,
      ports,
      cancel: new AbortController().signal,
      drainSignals: () => [],
    }));
    return true;
  } catch (thrown) {
    if (thrown instanceof GoaltraceError && thrown.code === "LEASE_LOST") return false;
    throw thrown;
  }
}

it.each([false, true])(
  "leaves nothing reserved when a process dies at any append (durable: %s)",
  async (isDurable) => {
    pauseMs = 0;
    await world.database.budgets.save(world.scope.workspaceId, { usd: 1_000 });
    let spent = 0;
    for (let at = 1, hasDied = true; hasDied; at += 1) {
      const { id } = await queue("long");
      hasDied = !(await execute(id, dyingPorts(at, isDurable)));
      // A process that dies after its last append leaves nothing to continue.
      if (hasDied && (await world.trace(id)).endedAt === null) await execute(id, runtime.ports);
      expect((await world.trace(id)).status).toBe("completed");
      expect(await holds()).toBe(0);
      spent += costOf(await world.log(id));
      expect((await today()).spent.usd).toBeCloseTo(spent, 9);
    }
    expect(spent).toBeGreaterThan(0.08 * 3 * 8);
  },
);

it("frees the reservation of a killed worker and counts the repeated call once", async () => {
  pauseMs = 3_000;
  await world.database.budgets.save(world.scope.workspaceId, { usd: 1_000 });
  const { id } = await queue("short");
  const victim = await workers.add(world.variables(model.baseUrl));
  await until("the reservation", async () => ((await holds()) === 1 ? true : undefined));
  await victim.kill();
  pauseMs = 0;
  await workers.add(world.variables(model.baseUrl));
  expect((await world.ended(id)).status).toBe("completed");
  expect(await holds()).toBe(0);
  expect(await today()).toMatchObject({
    held: NOTHING,
    spent: { steps: 1, usd: costOf(await world.log(id)) },
  });
});

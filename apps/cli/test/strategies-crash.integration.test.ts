import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { childIds, foldGoals } from "@goaltrace/core/goals";
import type { Entry } from "@goaltrace/core/log";
import { createSystemClock } from "@goaltrace/core/system";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { logFaults, unloggedRequests } from "./support/log-laws.ts";
import { type MockModel, startMockModel } from "./support/mock-model.ts";
import { createWorkerProcesses, type WorkerProcess } from "./support/process.ts";
import { createRandom } from "./support/random.ts";
import { IS_SOAK } from "./support/soak.ts";
import { STRATEGY_FILES, workByStrategy } from "./support/strategy-model.ts";
import { openOwnWorld, until, type World } from "./support/world.ts";

const KILLS = 10;
const PAUSE_MS = 60;
const TASK = "Something is wrong with the sums";
const STRATEGIES = ["react", "plan-execute", "auto", "reflect", "rewoo"];
const DECISIONS: ReadonlySet<string> = new Set([
  ...["route.decided", "plan.made", "plan.revised", "lesson.learned", "critique.made", "claim.checked"],
  "value.set",
]);
const clock = createSystemClock();
const workers = createWorkerProcesses("real");
let world: World;
let model: MockModel;
let projectFolder = "";

type Life = {
  readonly status: string;
  readonly summary: string | null;
  readonly goals: readonly string[];
  readonly decisions: readonly string[];
};

/** In soak only: each kill costs the start of a worker. Kills at every append, without processes, are in the tests of strategies in core. */
describe.runIf(IS_SOAK)("a run whose worker is killed at random moments", () => {
  beforeAll(async () => {
    world = await openOwnWorld();
    projectFolder = path.join(world.folder, "sums");
    await mkdir(projectFolder);
    for (const [index, name] of STRATEGY_FILES.entries())
      await writeFile(path.join(projectFolder, name), String(index + 3));
    model = await startMockModel(workByStrategy, () => PAUSE_MS);
  });
  // A worker of a test that failed would take the runs of the next one.
  afterEach(async () => await workers.killAll());
  afterAll(async () => {
    await model?.close();
    await world?.close();
  });

  it.each(STRATEGIES)(
    "makes the plan and the decisions of %s as without a kill, and loses nothing",
    async (strategy) => {
      const random = createRandom(STRATEGIES.indexOf(strategy) + 1);
      let worker = await addWorker();
      const first = await queue(strategy);
      const calm = { ...(await endOf(first.id)), requests: model.bodies.length - first.requestsBefore };
      expect(calm.life.status).toBe("completed");
      let resumed = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const run = await queue(strategy);
        // In the middle of the answer to one of its requests, or soon after it.
        const position = run.requestsBefore + 1 + Math.floor(random() * calm.requests);
        await until("a request of the run", async () =>
          model.bodies.length >= position ? await Promise.resolve(true) : undefined,
        );
        await clock.sleep(random() * 2 * PAUSE_MS);
        await worker.kill();
        // Waiting for the lease would only take time.
        await world.database.pool.query("update trace set lease_until = now() where id = $1", [run.id]);
        worker = await addWorker();
        const { life, entries } = await endOf(run.id);
        expect(life).toEqual(calm.life);
        expect(logFaults(entries)).toEqual([]);
        expect(await unloggedRequests(world, model.bodies.slice(run.requestsBefore), [entries])).toEqual([]);
        if (entries.some((entry) => entry.kind === "event" && entry.type === "trace.resumed")) resumed += 1;
      }
      expect(model.complaints).toEqual([]);
      // A kill right after the end has nothing to resume.
      expect(resumed).toBeGreaterThan(KILLS / 2);
    },
  );
});

async function addWorker(): Promise<WorkerProcess> {
  return await workers.add(world.variables(model.baseUrl));
}

async function queue(strategy: string): Promise<{ readonly id: string; readonly requestsBefore: number }> {
  const requestsBefore = model.bodies.length;
  const { id } = await world.queue({ text: TASK, projectFolder, strategy });
  return { id, requestsBefore };
}

async function endOf(id: string): Promise<{ readonly life: Life; readonly entries: readonly Entry[] }> {
  const { status, summary } = await world.ended(id);
  const entries = await world.log(id);
  const tree = foldGoals(TASK, entries);
  return {
    entries,
    life: {
      ...{ status, summary },
      goals: childIds(tree, tree.rootId).map((goalId) => {
        const goal = tree.goals.get(goalId);
        return `${goal?.title ?? ""}: ${goal?.status ?? ""}`;
      }),
      decisions: entries.flatMap((entry) =>
        entry.kind === "event" && DECISIONS.has(entry.type) ? [entry.type] : [],
      ),
    },
  };
}

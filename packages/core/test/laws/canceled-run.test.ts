import { expect, it, vi } from "vitest";
import type { RunPorts } from "../../src/loop/ports.ts";
import type { TraceStore } from "../../src/ports/trace-store.ts";
import { MAX_RESUMES_WITHOUT_PROGRESS } from "../../src/tunables.ts";
import { executeClaimedTrace } from "../../src/worker/index.ts";
import { SCOPE } from "../http/run-scenario.ts";
import { type Bench, createBench } from "./worker-bench.ts";

const LEASE_MS = 60_000;
const CANCEL = { kind: "cancel", payload: { reason: "enough" } } as const;
const HOLD = { calls: [{ id: "c", name: "hold", arguments: "{}" }] };

/** Kills the process when `isFatal` holds for a batch; nothing from its stores takes effect after that. */
function dyingStore(
  traces: TraceStore,
  isFatal: (batch: Parameters<TraceStore["append"]>[0]) => boolean,
): TraceStore {
  let isDead = false;
  return {
    ...traces,
    append: async (batch) => {
      isDead ||= isFatal(batch);
      if (isDead) throw new Error("the process died");
      await traces.append(batch);
    },
    release: async (lease) => {
      if (!isDead) await traces.release(lease);
    },
  };
}

/** Claims the run as a worker with its folder, and dies before the end of the run is durable. */
async function dieBeforeEnd(bench: Bench, id: string): Promise<void> {
  bench.clock.advance(LEASE_MS);
  const claimed = await bench.stores.traces.claim({ owner: "dying", leaseMs: LEASE_MS, only: id });
  if (claimed === undefined) throw new Error("nothing to claim");
  const traces = dyingStore(bench.ports.traces, ({ projection }) => projection.status !== "running");
  const { live } = bench.stores;
  const release = new AbortController().signal;
  await expect(
    executeClaimedTrace({ ...claimed, ports: { ...bench.ports, traces }, live, release }),
  ).rejects.toThrow("died");
}

/** Creates a run whose cancellation is durable, and whose worker died before its end. */
async function createCanceled(): Promise<{ readonly bench: Bench; readonly id: string }> {
  const bench = await createBench(() => HOLD);
  const id = await bench.add("/projects/here");
  await bench.signal(id, `cancel:${id}`, CANCEL);
  await dieBeforeEnd(bench, id);
  expect(await bench.entries(id)).toContainEqual(expect.objectContaining({ type: "signal.received" }));
  expect(await bench.status(id)).toBe("running");
  return { bench, id };
}

async function expectCanceled(bench: Bench, id: string): Promise<void> {
  await vi.waitFor(async () => expect(await bench.status(id)).toBe("cancelled"));
  const types = (await bench.entries(id)).map((entry) => (entry.kind === "event" ? entry.type : entry.kind));
  expect(types.filter((type) => type === "signal.received")).toHaveLength(1);
  expect(bench.tools.runs).toEqual([]);
  await vi.waitFor(async () => expect(await bench.stores.signals.pending(SCOPE, id)).toEqual([]));
}

it("lets any worker end a canceled run whose worker died, even without its folder", async () => {
  const { bench, id } = await createCanceled();
  bench.clock.advance(LEASE_MS);
  await bench.start(bench.ports, { hasFolder: async () => await Promise.resolve(false) });
  await expectCanceled(bench, id);
});

it("ends a canceled run as canceled however often its worker dies", async () => {
  const { bench, id } = await createCanceled();
  for (let deaths = 0; deaths <= MAX_RESUMES_WITHOUT_PROGRESS; deaths += 1) await dieBeforeEnd(bench, id);
  bench.clock.advance(LEASE_MS);
  await bench.start();
  await expectCanceled(bench, id);
});

it("ends a canceled run as canceled even if its context can no longer be loaded", async () => {
  const { bench, id } = await createCanceled();
  bench.clock.advance(LEASE_MS);
  const environments: RunPorts["environments"] = {
    openRun: async (trace, signal) => ({
      ...(await bench.ports.environments.openRun(trace, signal)),
      sources: [
        {
          slot: "project_context",
          trust: "workspace",
          load: async () => await Promise.reject(new Error("gone")),
        },
      ],
    }),
  };
  await bench.start({ ...bench.ports, environments });
  await expectCanceled(bench, id);
});

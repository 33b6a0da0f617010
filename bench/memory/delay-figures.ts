import { createMemoryFinder } from "../../packages/core/src/memory/memory-finder.ts";
import { createInMemoryMemoryStore } from "../../packages/core/src/adapters/in-memory/memory-store.ts";
import { createSilentLogger } from "../../packages/core/src/adapters/in-memory/trivial-ports.ts";
import type { MemoryStore } from "../../packages/core/src/ports/memory-store.ts";
import type { RunEnvironment } from "../../packages/core/src/ports/run-environment.ts";
import { runScenario, SCOPE } from "../../packages/core/test/http/run-scenario.ts";
import { checkMemory } from "../../packages/host/src/memory/check-memory.ts";
import { memoryIndexSource } from "../../packages/host/src/memory/memory-index-source.ts";
import { startRecall } from "../../packages/host/src/memory/start-recall.ts";
import type { Figure } from "../figure.ts";

const ROUNDS = 40;
/** Longer than any call of the benchmark takes. */
const SLOW_MS = 1_000;
const TASK = "In which currency do I state the sums of the report?";

/** Measures runs of one call with a memory that answers after a second, and with one that answers at once, beside runs without memory. Medians, in milliseconds. */
export async function delayFigures(quick: boolean): Promise<readonly Figure[]> {
  const clock = { now: () => Date.now() };
  const store = createInMemoryMemoryStore(clock);
  await store.save(SCOPE, {
    ...{ type: "feedback", name: "Sums in euros", description: "Reports state sums in euros", keywords: [] },
    ...{ content: "Rule: State sums in euros.", id: crypto.randomUUID(), audience: "person" },
    ...{ state: "active", source: null, reason: null },
  });
  const timesWith = async (own: MemoryStore | null): Promise<number> => {
    const times: number[] = [];
    for (let round = 0; round < (quick ? 5 : ROUNDS); round += 1) {
      const environment = own === null ? {} : memoryOf(own, clock);
      const started = performance.now();
      await runScenario({ task: TASK, environment, script: [{ text: "In euros." }], checksLaws: false });
      times.push(performance.now() - started);
    }
    return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? 0;
  };
  await timesWith(null);
  const [without, ready, slow] = [
    await timesWith(null),
    await timesWith(store),
    await timesWith(slowStore(store)),
  ];
  const bound = { better: "lower", floor: 20, goal: 5 } as const;
  const seconds = `${String(SLOW_MS / 1_000)} s`;
  return [
    { what: "a run of one call without memory", unit: "ms", value: without, bound: null },
    { what: "memory adds to it", unit: "ms", value: Math.max(0, ready - without), bound },
    {
      what: `a memory that needs ${seconds} adds to it`,
      unit: "ms",
      value: Math.max(0, slow - without),
      bound,
    },
  ];
}

/** The memory that the worker gives a run, over this store. */
function memoryOf(
  store: MemoryStore,
  clock: { readonly now: () => number },
): Pick<RunEnvironment, "recall" | "memoryIndex" | "memoryCheck"> {
  const parts = { store, finder: createMemoryFinder(store), clock, logger: createSilentLogger() };
  const run = { ...SCOPE, id: "run", task: TASK, startedAt: null };
  return {
    recall: startRecall(parts, run),
    memoryIndex: memoryIndexSource(parts, run),
    memoryCheck: checkMemory(parts, run),
  };
}

function slowStore(store: MemoryStore): MemoryStore {
  return {
    ...store,
    revision: async (scope) => {
      await new Promise((resolve) => setTimeout(resolve, SLOW_MS).unref());
      return await store.revision(scope);
    },
  };
}

import { deriveGraph, type Graph, layoutGraph } from "@goaltrace/core/graph";
import { packOutline, type OutlineEntry, toOutline } from "@goaltrace/core/log";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { medianOf } from "./measure.ts";
import { memoryPlace, portsOf, runProduct } from "./product-run.ts";
import { startMockModel } from "./start-mock-model.ts";

/** Sub-goals of each goal: few enough that every goal is drawn, not stacked. */
const CHILDREN = 4;
/** Every so many goals depend on an earlier one besides their parent. */
const MERGE_EVERY = 10;

/** Folding and placing large plans with merges; bytes of a log's skeleton. */
export const graph: Benchmark = async ({ quick }) => {
  const figures: Figure[] = [];
  for (const goals of quick ? [100] : [1_000, 10_000]) {
    const entries = planOf(goals);
    const derived = deriveGraph("benchmark", entries);
    const rounds = quick ? 1 : 7;
    const layoutMs = medianMs(rounds, () => layoutGraph(derived));
    const drawn = layoutGraph(derived).nodes.length;
    figures.push(
      plainFigure(
        `folding a log of ${goals} goals`,
        "ms",
        medianMs(rounds, (): Graph => deriveGraph("benchmark", entries)),
      ),
      atMost({ what: `layout of ${goals} goals (${drawn} cards)`, unit: "ms", value: layoutMs }, 200, 50),
    );
  }
  figures.push(
    atMost(
      { what: "skeleton per message", unit: "bytes", value: await skeletonBytes(quick ? 10 : 100) },
      150,
      150,
    ),
  );
  return figures;
};

function medianMs(rounds: number, work: () => unknown): number {
  const times = Array.from({ length: rounds + 1 }, () => {
    const startedAt = performance.now();
    work();
    return performance.now() - startedAt;
  });
  return medianOf(times.slice(1));
}

/** A plan that is worked through in the order of its goals, one message each. */
function planOf(goals: number): OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  const add = (entry: OutlineEntry): void => void entries.push(entry);
  for (let index = 1; index <= goals; index += 1) {
    const goalId = `g${index}`;
    const parent = Math.floor((index - 1) / CHILDREN);
    const dependsOn = index % MERGE_EVERY === 0 ? [`g${Math.ceil(index / 2)}`] : [];
    const at = (): { q: number; t: number; g: string } => ({
      q: entries.length + 1,
      t: entries.length,
      g: goalId,
    });
    add({
      ...at(),
      k: "goals",
      ops: [
        {
          op: "created",
          goalId,
          parentId: parent === 0 ? "root" : `g${parent}`,
          index: (index - 1) % CHILDREN,
          title: `Goal ${index}`,
          reason: null,
          acceptance: [],
          dependsOn,
        },
        { op: "status", goalId, status: "in_progress", summary: null, reason: null },
        { op: "focused", goalId },
      ],
    });
    add({ ...at(), k: "assistant", d: "A step", i: 100, o: 10, c: null, m: 5, calls: [] });
    add({
      ...at(),
      k: "goals",
      ops: [{ op: "status", goalId, status: "completed", summary: "Done", reason: null }],
    });
  }
  return entries;
}

/** Bytes of the skeleton of a real run as it travels, by the number of its messages. */
async function skeletonBytes(steps: number): Promise<number> {
  const model = await startMockModel();
  try {
    const place = memoryPlace();
    const entries: OutlineEntry[] = [];
    let messages = 0;
    await runProduct(portsOf(place.stores, model.baseUrl({ steps })), place.scope, (update) => {
      if (update.kind !== "entry") return;
      if (update.entry.kind === "message") messages += 1;
      const skeleton = toOutline(update.entry);
      if (skeleton !== null) entries.push(skeleton);
    });
    return Buffer.byteLength(JSON.stringify(packOutline(entries))) / messages;
  } finally {
    model.stop();
  }
}

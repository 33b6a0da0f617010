import { deriveGraph, type Graph, layoutStory, storyOf, type Storyboard } from "@goaltrace/core/graph";
import { packOutline, type OutlineEntry, toOutline } from "@goaltrace/core/log";
import type { Benchmark } from "./benchmark.ts";
import { atMost, type Figure, plainFigure } from "./figure.ts";
import { median } from "./measure.ts";
import { memoryPlace, createRunPorts, runProduct } from "./product-run.ts";
import { startMockModel } from "./start-mock-model.ts";

/** Sub-goals per goal: few enough that every goal is drawn instead of stacked. */
const CHILDREN = 4;
/** Every n-th goal also depends on an earlier one besides its parent. */
const MERGE_EVERY = 10;

/** Measures folding and layout of large plans with merges, and the bytes of a log's outline. */
export const graph: Benchmark = async ({ quick }) => {
  const figures: Figure[] = [];
  for (const goals of quick ? [100] : [1_000, 10_000]) {
    const entries = generatePlan(goals);
    const derived = deriveGraph("benchmark", entries);
    const rounds = quick ? 1 : 7;
    const layout = (): Storyboard => layoutStory(storyOf(derived), { width: 1160, distance: "tiles" });
    const layoutMs = medianMs(rounds, layout);
    const drawn = layout().boxes.size;
    figures.push(
      plainFigure(
        `folding a log of ${goals} goals`,
        "ms",
        medianMs(rounds, (): Graph => deriveGraph("benchmark", entries)),
      ),
      atMost({ what: `layout of ${goals} goals (${drawn} boxes)`, unit: "ms", value: layoutMs }, 200, 50),
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
  return median(times.slice(1));
}

/** Generates a plan whose goals are worked through in order, one message each. */
function generatePlan(goals: number): OutlineEntry[] {
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

/** Returns the bytes of a real run's outline on the wire per message. */
async function skeletonBytes(steps: number): Promise<number> {
  const model = await startMockModel();
  try {
    const place = memoryPlace();
    const entries: OutlineEntry[] = [];
    let messages = 0;
    await runProduct(createRunPorts(place.stores, model.baseUrl({ steps })), place.scope, (update) => {
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

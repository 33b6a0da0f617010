import { expect, it } from "vitest";
import { MAX_CHILDREN_AT_ONCE } from "../../src/tunables.ts";
import type { WireAnswer } from "../http/model-server.ts";
import { liveThroughTree, type TreeRequest } from "./tree-lives.ts";

const tasks = (prefix: string, count: number) => ({
  calls: Array.from({ length: count }, (_, index) => ({
    ...{ id: `t${index}`, name: "task", arguments: JSON.stringify({ prompt: `${prefix}${index}` }) },
  })),
});

it("lets at most 8 agents of a tree work at a time, and lets 9 agents that wait for their own sub-agents all finish", async () => {
  let inFlight = 0;
  let most = 0;
  const waves: (() => void)[] = [];
  /** Answers once all places are taken and the queue of events is empty, so that one agent too many would be seen. */
  const whenFull = async (): Promise<void> => {
    if (most < MAX_CHILDREN_AT_ONCE) await new Promise<void>((resolve) => waves.push(resolve));
    for (let turn = 0; turn < 40; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  const script = async ({ task, results }: TreeRequest): Promise<WireAnswer> => {
    if (task === "Do it") return results.length > 0 ? { text: "done" } : tasks("", 9);
    if (task.length === 1) return results.length > 0 ? { text: `${task} done` } : tasks(task, 2);
    inFlight += 1;
    most = Math.max(most, inFlight);
    if (most >= MAX_CHILDREN_AT_ONCE) for (const wake of waves) wake();
    await whenFull();
    inFlight -= 1;
    return { text: `${task} done` };
  };
  const tree = await liveThroughTree({ script });
  const family = await tree.family();
  expect(family).toHaveLength(1 + 9 + 18);
  expect(new Set(family.map(({ status }) => status))).toEqual(new Set(["completed"]));
  expect(most).toBe(MAX_CHILDREN_AT_ONCE);
});

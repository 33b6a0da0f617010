import fc from "fast-check";
import { DISTANCES, type Distance } from "../graph/storyboard/distance.ts";
import type { BranchPlace, Story, StoryItem } from "../graph/storyboard/story.ts";
import type { OutlineBody, OutlineEntry } from "../log/outline.ts";
import { goalCreated } from "./goal-operations.ts";
import { outlineLog } from "./outline-log.ts";

type Step = { readonly kind: (typeof STEPS)[number]; readonly at: number; readonly size: number };

const STEPS = [
  ...(["under", "under", "under", "beside", "beside", "beside", "turn", "turn", "return"] as const),
  ...(["plan", "planBelow", "done", "abandon", "loop", "compaction", "retry", "end", "rootTurn"] as const),
  ...(["explore", "task", "report", "atOnce"] as const),
];

/** Logs of runs that plan, work, come back, give up, loop, compact, start sub-agents, end and continue, with goals of any depth. */
export function outlineArbitrary(maxLength = 40): fc.Arbitrary<readonly OutlineEntry[]> {
  const step = fc.record({
    kind: fc.constantFrom(...STEPS),
    at: fc.nat({ max: 1000 }),
    size: fc.integer({ min: 1, max: 5 }),
  });
  return fc.array(step, { maxLength }).map(writeSteps);
}

/** A planned graph of calls: issued together, each for a goal of its own. The last one is denied. */
function startAtOnce({ add }: ReturnType<typeof outlineLog>, planned: readonly string[]): void {
  const ran = planned.slice(0, -1);
  const callOf = (id: string): string => `call-${id}`;
  add({ k: "goals", ops: planned.map((id) => goalCreated(id, "root")) });
  add({ k: "assistant", d: "", i: 0, o: 0, c: 0, m: 0, calls: planned.map(callOf) });
  for (const id of ran) add({ k: "started", call: callOf(id), name: "read" }, id);
  for (const id of planned) {
    const s = ran.includes(id) ? "ok" : "denied";
    add({ k: "tool", d: "result", call: callOf(id), name: "read", s, n: 2, m: 1 }, id);
  }
}

function writeSteps(steps: readonly Step[]): readonly OutlineEntry[] {
  const log = outlineLog();
  const goals: string[] = ["root"];
  const parents = new Map<string, string>();
  let current = "root";
  const pick = (at: number): string => goals[at % goals.length] ?? "root";
  const create = (parentId: string): string => {
    const id = `g${goals.length}`;
    goals.push(id);
    parents.set(id, parentId);
    return id;
  };
  const work = (parentId: string): void => {
    current = create(parentId);
    log.goal(current, parentId);
  };
  const plan = (parentId: string): void => {
    log.add({ k: "goals", ops: [goalCreated(create(parentId), parentId)] });
  };
  const agents: string[] = [];
  const start = (
    child: string,
    place: Pick<Extract<OutlineBody, { k: "child" }>, "call" | "index" | "size" | "merge">,
  ): void => {
    agents.push(child);
    log.add({ k: "child", state: "spawned", child, d: "explore", task: "look", ...place }, current);
  };
  for (const { kind, at, size } of steps) {
    const chosen = pick(at);
    if (kind === "under") work(current);
    else if (kind === "beside") work(parents.get(current) ?? "root");
    else if (kind === "atOnce")
      startAtOnce(
        log,
        Array.from({ length: size }, () => create("root")),
      );
    else if (kind === "turn")
      log.turn(
        current,
        Array.from({ length: size }, (_, call) => (call === 3 ? "error" : "ok")),
      );
    else if (kind === "rootTurn") log.turn("root");
    else if (kind === "return") {
      current = chosen;
      log.add({ k: "goals", ops: [{ op: "focused", goalId: chosen }] });
      log.turn(chosen);
    } else if (kind === "plan") plan("root");
    else if (kind === "planBelow") plan(chosen);
    else if (kind === "done" && current !== "root") log.status(current, "completed");
    else if (kind === "abandon" && current !== "root") log.status(current, "abandoned");
    else if (kind === "loop")
      log.add({ k: "loop", detector: "same_call", action: "noted", count: size, from: 1 }, current);
    else if (kind === "compaction")
      log.add({ k: "compacted", layer: "summarise", n: size, before: 900, after: 100 }, current);
    else if (kind === "retry") log.add({ k: "retry", attempt: size, d: "time-out" }, current);
    else if (kind === "explore") {
      const call = `x${log.entries.length}`;
      // Branches are recorded in any order, and some never.
      const order = [0, 1, 2, 3, 4, 5]
        .slice(0, size + 1)
        .sort((left, right) => ((left * at) % 7) - ((right * at) % 7));
      for (const index of order.slice(0, size))
        start(`${call}-${index}`, { call, index, size: size + 1, merge: "all" });
    } else if (kind === "task") start(`t${log.entries.length}`, { call: `k${log.entries.length}` });
    else if (kind === "report") {
      const child = agents[at % Math.max(1, agents.length)];
      if (child !== undefined && size === 2)
        log.add({ k: "merge", state: "merged", child, n: at % 3, left: at % 2, d: "merged" }, current);
      if (child !== undefined)
        log.add({ k: "child", state: size === 1 ? "failed" : "completed", child, d: "found" }, current);
    } else if (kind === "end") log.add({ k: "end", status: "interrupted", d: "" });
  }
  return log.entries;
}

/** Stories with forks, sub-agents and branches whose goals arrive late and in any order, as in the merged logs of a tree of agents. */
export function treeStoryArbitrary(maxLength = 40): fc.Arbitrary<Story> {
  const step = fc.record({
    kind: fc.constantFrom(
      "goal",
      "goal",
      "goal",
      "under",
      "fork",
      "branch",
      "branch",
      "branchChild",
      "lane",
      "outcome",
    ),
    at: fc.nat({ max: 1000 }),
    size: fc.integer({ min: 1, max: 12 }),
  });
  return fc.array(step, { maxLength }).map((steps) => {
    const items: StoryItem[] = [];
    const goals = ["root"];
    const inBranches: string[] = [];
    const forks: { readonly id: string; readonly parentId: string; readonly branches: number }[] = [];
    const parents = new Map<string, string>();
    const branches = new Map<string, BranchPlace>();
    for (const [index, { kind, at, size }] of steps.entries()) {
      const sequence = index + 1;
      const id = `${kind}${sequence}`;
      const parentId = goals[at % goals.length] ?? "root";
      const fork = forks[at % Math.max(1, forks.length)];
      const inside = inBranches[at % Math.max(1, inBranches.length)];
      if (kind === "goal" || kind === "under") {
        parents.set(id, kind === "under" ? (goals.at(-1) ?? "root") : parentId);
        goals.push(id);
        items.push({ kind: "goal", id, sequence });
      } else if (kind === "fork") {
        forks.push({ id, parentId, branches: size });
        items.push({ kind: "fork", id, sequence, parentId, mode: "explore", branches: size });
      } else if (kind === "branch" && fork !== undefined) {
        parents.set(id, fork.parentId);
        branches.set(id, { forkId: fork.id, index: size % fork.branches });
        inBranches.push(id);
        items.push({ kind: "goal", id, sequence });
      } else if (kind === "branchChild" && inside !== undefined) {
        parents.set(id, inside);
        inBranches.push(id);
        items.push({ kind: "goal", id, sequence });
      } else if (kind === "lane") items.push({ kind, id, sequence, parentId });
      else if (kind === "outcome") items.push({ kind, id, sequence });
    }
    return {
      ...{ rootId: "root", items, rootWork: 0, planned: [] },
      parentOf: (goalId) => parents.get(goalId) ?? "root",
      branchOf: (goalId) => branches.get(goalId) ?? null,
    };
  });
}

/** Widths from the narrowest phone to a wide screen. */
export function widthArbitrary(): fc.Arbitrary<number> {
  return fc.integer({ min: 320, max: 2000 });
}

/** Any of the four distances. */
export function distanceArbitrary(): fc.Arbitrary<Distance> {
  return fc.constantFrom(...DISTANCES);
}

import type { GoalChange } from "../goals/goal.ts";
import type { OutlineBody, OutlineEntry } from "../log/outline.ts";
import { goalCreated } from "./goal-operations.ts";

type Outcome = Extract<OutlineBody, { k: "tool" }>["s"];
type Status = Extract<GoalChange, { op: "status" }>["status"];

/** An outlined log under construction. */
export type OutlineLog = {
  /** In order of sequence, from 1. */
  readonly entries: OutlineEntry[];
  /** Appends any entry, by default of the root, and returns its sequence. */
  add(body: OutlineBody, goalId?: string): number;
  /** Creates a goal, by default under the root, and focuses it. */
  goal(goalId: string, parentId?: string, dependsOn?: readonly string[]): void;
  /** Creates goals under the root without working on them. */
  plan(...goalIds: readonly string[]): void;
  status(goalId: string, status: Status): void;
  /** One turn with a call per outcome, by default one that succeeds: 11 tokens, 0.5 dollars and 3 ms, and 2 tokens and 1 ms per result. */
  turn(goalId: string, outcomes?: readonly Outcome[]): void;
};

/** Writes an outlined log as the runtime would. */
export function outlineLog(): OutlineLog {
  const entries: OutlineEntry[] = [];
  const add = (body: OutlineBody, g = "root"): number =>
    entries.push({ q: entries.length + 1, t: entries.length, g, ...body });
  const change = (...ops: readonly GoalChange[]): void => void add({ k: "goals", ops });
  return {
    entries,
    add,
    goal: (goalId, parentId = "root", dependsOn = []) =>
      change({ ...goalCreated(goalId, parentId), dependsOn }, { op: "focused", goalId }),
    plan: (...goalIds) => change(...goalIds.map((goalId) => goalCreated(goalId))),
    status: (goalId, status) => change({ op: "status", goalId, status, summary: null, reason: "why" }),
    turn(goalId, outcomes = ["ok"]) {
      const base = entries.length;
      const calls = outcomes.map((_, index) => `c${base}-${index}`);
      add({ k: "assistant", d: "turn", i: 10, o: 1, c: 0.5, m: 3, calls }, goalId);
      for (const [index, s] of outcomes.entries())
        add(
          { k: "tool", d: "result", call: calls[index] ?? "", name: `tool${index}`, s, n: 2, m: 1 },
          goalId,
        );
    },
  };
}

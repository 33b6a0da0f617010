import fc from "fast-check";
import type { OutlineBody, OutlineEntry } from "../log/outline.ts";
import { GOAL_TOOL } from "../log/tool-names.ts";
import { goalCreated } from "./goal-operations.ts";

type StepKind = (typeof STEPS)[number] | "serial";
type Step = { readonly kind: StepKind; readonly ms: number; readonly size: number };

const STEPS = [
  ...(["turn", "turn", "turn", "turn", "retry", "goal", "goal", "leave", "done", "approval"] as const),
  ...([
    "question",
    "pause",
    "crash",
    "summary",
    "background",
    "end",
    "queue",
    "clockBack",
    "failedCall",
  ] as const),
];

/**
 * Logs of runs with the times of real ones: calls that overlap, retry and fail, people who answer late, crashes and clocks that jump back.
 * @param more further kinds of steps: the calls of a `serial` turn run one after the other @default none
 */
export function timedLogArbitrary(
  maxLength = 30,
  more: readonly StepKind[] = [],
): fc.Arbitrary<readonly OutlineEntry[]> {
  const step = fc.record({
    kind: fc.constantFrom<StepKind>(...STEPS, ...more),
    ms: fc.oneof(fc.nat({ max: 20 }), fc.nat({ max: 30_000 }), fc.nat({ max: 4_000_000 })),
    size: fc.integer({ min: 1, max: 6 }),
  });
  return fc.array(step, { minLength: 1, maxLength }).map(writeTimedLog);
}

/** Writes the log of these steps as the runtime would. */
export function writeTimedLog(steps: readonly Step[]): readonly OutlineEntry[] {
  const entries: OutlineEntry[] = [];
  let [t, g, goals, calls] = [1_700_000_000_000, "root", 0, 0];
  const parents = new Map<string, string>();
  const add = (body: OutlineBody): void => void entries.push({ q: entries.length + 1, t, g, ...body });
  const work = (ms: number): number => {
    const took = Math.min(ms, 90_000);
    t += took;
    return took;
  };
  const status = (s: "running" | "waiting", d = ""): void => add({ k: "status", s, d });
  const model = (ms: number, asked: readonly string[], retries = 0): void => {
    calls += 1;
    add({ k: "calling", call: `m${calls}` });
    for (let attempt = 1; attempt <= retries; attempt += 1) {
      const m = work(ms / 3);
      add({ k: "retry", attempt, d: "429", m, w: 500 });
      t += 500;
    }
    const m = work(ms);
    add({ k: "assistant", d: "turn", i: 100, o: 10, c: 0.25, m, f: m / 4, calls: [...asked] });
  };
  const tools = (asked: readonly string[], ms: number): void => {
    for (const call of asked) add({ k: "started", call, name: "read_file" });
    for (const [index, call] of asked.entries()) {
      const m = Math.min(ms, 60_000) + index * 7;
      if (index === asked.length - 1) t += m;
      const s = index === 3 ? "error" : "ok";
      add({ k: "tool", d: "result", call, name: "read_file", s, n: 2, m: Math.max(0, m) });
    }
  };
  const ids = (count: number): readonly string[] =>
    Array.from({ length: count }, (_, index) => `t${calls + 1}-${index}`);
  add({ k: "begin", d: "task" });
  status("running");
  for (const { kind, ms, size } of steps) {
    t += 3;
    if (kind === "turn") {
      const asked = ids(size);
      model(ms, asked);
      tools(asked, ms / 2);
    } else if (kind === "serial") {
      const asked = ids(size);
      model(ms, asked);
      for (const call of asked) tools([call], ms / 3);
    } else if (kind === "retry") model(ms, [], Math.min(3, size));
    else if (kind === "queue") {
      const [waited, call] = [Math.min(ms, 60_000), `m${++calls}`];
      add({ k: "calling", call });
      t += waited;
      add({ k: "assistant", d: "turn", i: 1, o: 1, c: null, m: work(200), calls: [] });
      add({ k: "called", call, p: "step", i: 1, o: 1, h: 0, c: null, m: 200, w: waited });
    } else if (kind === "failedCall") {
      calls += 1;
      add({ k: "calling", call: `m${calls}` });
      work(ms);
      add({ k: "error", d: "refused", call: `m${calls}` });
    } else if (kind === "goal") {
      const id = `g${(goals += 1)}`;
      const parent = size > 3 ? g : (parents.get(g) ?? "root");
      parents.set(id, parent);
      const [call] = ids(1);
      model(40, [call ?? ""]);
      add({ k: "goals", ops: [goalCreated(id, parent), { op: "focused", goalId: id }] });
      add({ k: "tool", d: "Plan: add", call: call ?? "", name: GOAL_TOOL, s: "ok", n: 2, m: 0 });
      g = id;
    } else if (kind === "leave" && g !== "root") {
      g = parents.get(g) ?? "root";
      add({ k: "goals", ops: [{ op: "focused", goalId: g }] });
    } else if (kind === "done" && g !== "root")
      add({
        k: "goals",
        ops: [{ op: "status", goalId: g, status: "completed", summary: null, reason: null }],
      });
    else if (kind === "approval") {
      const asked = ids(2);
      const [call = "", beside = ""] = asked;
      model(300, asked);
      add({ k: "approval", state: "requested", call, d: "write_file" });
      add({ k: "started", call: beside, name: "read_file" });
      t += 100;
      add({ k: "tool", d: "result", call: beside, name: "read_file", s: "ok", n: 1, m: 100 });
      status("waiting", "approval");
      t += ms;
      status("running");
      add({ k: "approval", state: size > 2 ? "approved" : "denied", call, d: "" });
      tools([call], size > 2 ? 400 : 0);
    } else if (kind === "question") {
      add({ k: "question", state: "asked", d: "Which?" });
      status("waiting", "question");
      t += ms;
      status("running");
      add({ k: "question", state: "answered", d: "That" });
    } else if (kind === "pause") {
      status("waiting", "pause");
      t += ms;
      status("running");
    } else if (kind === "crash") {
      calls += 1;
      add({ k: "calling", call: `m${calls}` });
      t += ms;
      add({ k: "resumed", unknown: 0 });
    } else if (kind === "summary" || kind === "background") {
      const call = `s${(calls += 1)}`;
      add({ k: "calling", call, p: "summary" });
      const m = work(ms);
      if (kind === "background") model(ms, []);
      add({ k: "called", call, p: "summary", i: 900, o: 90, h: 10, c: 0.5, m });
      add({ k: "compacted", layer: "summarise", n: 3, before: 900, after: 100 });
    } else if (kind === "end") {
      add({ k: "end", status: "completed", d: "" });
      t += ms;
      add({ k: "begin", d: "next task" });
      status("running");
    } else if (kind === "clockBack") t -= Math.min(ms, 5_000);
  }
  return entries;
}

import { expect, it } from "vitest";
import { applyEntry, createGraph } from "./apply-event.ts";

it("keeps what came into a goal and what went out of it, with the entry of each", () => {
  const graph = createGraph("task");
  const at = { t: 0, g: "root", n: 2, d: "" };
  applyEntry(graph, { ...at, q: 1, k: "memory", state: "recalled" });
  applyEntry(graph, { ...at, q: 2, k: "memory", state: "rules" });
  applyEntry(graph, { q: 3, t: 0, g: "root", k: "skill", d: "latency-triage" });
  applyEntry(graph, { ...at, q: 4, k: "memory", state: "withdrawn" });
  applyEntry(graph, { ...at, q: 4.5, n: 0, k: "memory", state: "recalled" });
  const { structure } = graph;
  const change = applyEntry(graph, { ...at, q: 5, g: "1", k: "memory", state: "created", n: 1, d: "Sums" });
  expect(change).toEqual({ nodes: ["1"], edges: [], structure: false });
  expect(graph.structure).toBe(structure);
  expect(graph.ports.get("root")).toEqual([
    { direction: "in", kind: "memory", sequence: 1, count: 2, name: "" },
    { direction: "in", kind: "rules", sequence: 2, count: 2, name: "" },
    { direction: "in", kind: "skill", sequence: 3, count: 1, name: "latency-triage" },
  ]);
  expect(graph.ports.get("1")).toEqual([
    { direction: "out", kind: "memory", sequence: 5, count: 1, name: "Sums" },
  ]);
});

it("has ports for profile files and skills that calls read and wrote, not for those that were held or refused", () => {
  const graph = createGraph("task");
  const calls = [
    ["memory_read", "ok", "SOUL"],
    ["memory_add", "ok", "DAILY of 2026-11-23"],
    ["memory_add", "ok", "USER: Name"],
    ["memory_replace", "error", "error: USER"],
    ["save_skill", "ok", "triage"],
    ["read_file", "ok", "SOUL"],
  ] as const;
  for (const [index, [name, s, d]] of calls.entries())
    applyEntry(graph, {
      q: index + 1,
      t: 0,
      g: "1",
      k: "tool",
      d,
      call: `c${String(index)}`,
      name,
      s,
      n: 1,
      m: 1,
    });
  expect(graph.ports.get("1")).toEqual([
    { direction: "in", kind: "profile", sequence: 1, count: 1, name: "SOUL" },
    { direction: "out", kind: "profile", sequence: 2, count: 1, name: "DAILY of 2026-11-23" },
    { direction: "out", kind: "skill", sequence: 5, count: 1, name: "triage" },
  ]);
});

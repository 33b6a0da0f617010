import type { OutlineEntry } from "@goaltrace/core/log";
import { goalCreated } from "@goaltrace/core/testing";
import { describe, expect, it } from "vitest";
import { createTraceModel } from "../state/trace-model.ts";
import { hasConditions, matchEntries, readQuery } from "./match-entries.ts";

const ENTRIES: readonly OutlineEntry[] = [
  {
    q: 1,
    t: 0,
    g: "root",
    k: "goals",
    ops: [
      goalCreated("a", "root", { title: "Find the cause" }),
      goalCreated("b", "a", { title: "Database" }),
    ],
  },
  { q: 2, t: 0, g: "a", k: "assistant", d: "Look for coupons", i: 1, o: 1, c: null, m: 1, calls: ["c"] },
  { q: 3, t: 0, g: "a", k: "started", call: "c", name: "grep_content" },
  { q: 4, t: 0, g: "a", k: "tool", d: "couponById", call: "c", name: "grep_content", s: "ok", n: 1, m: 1 },
  { q: 5, t: 0, g: "b", k: "tool", d: "select 1", call: "d", name: "bash_command", s: "ok", n: 1, m: 1 },
];
const model = createTraceModel(ENTRIES, (run) => {
  run();
});
const search = (typed: string, contents: readonly number[] | null = null) =>
  matchEntries(model, readQuery(typed), contents === null ? null : new Set(contents)).map((entry) => entry.q);

describe("matchEntries", () => {
  it("finds text, tools and goals, ignoring case", () => {
    expect(search("COUPON")).toEqual([2, 4]);
    expect(search("tool:grep")).toEqual([4]);
    expect(search("goal:1")).toEqual([2, 4, 5]);
    expect(search('goal:"the cause" tool:bash')).toEqual([5]);
    expect(search("database")).toEqual([1]);
  });

  it("adds entries that the server found, within the same tools and goals", () => {
    expect(search("secret", [2, 5])).toEqual([2, 5]);
    expect(search("goal:1.1 secret", [2, 5])).toEqual([5]);
  });

  it("ignores a part without a value", () => {
    expect(hasConditions(readQuery("tool: "))).toBe(false);
    expect(search("tool:")).toEqual([]);
    expect(search("")).toEqual([]);
  });
});

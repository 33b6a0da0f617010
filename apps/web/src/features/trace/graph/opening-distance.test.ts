import type { Story } from "@goaltrace/core/graph";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openingDistance, rememberDistance } from "./opening-distance.ts";

const PANE = { width: 808, height: 697 };

function storyWith(goals: number): Story {
  const items = Array.from({ length: goals }, (_, index) => ({
    ...({ kind: "goal" } as const),
    id: `g${index}`,
    sequence: index + 1,
  }));
  return { rootId: "root", items, rootWork: null, parentOf: () => "root", branchOf: () => null, planned: [] };
}

const short = storyWith(2);
const long = storyWith(400);

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal("window", {
    sessionStorage: {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
    },
  });
});
afterEach(() => void vi.unstubAllGlobals());

it("opens a run at the distance at which it was followed", () => {
  const working = openingDistance(short, PANE, { id: "a", isWorking: true });
  rememberDistance("a", working);
  expect(working).toBe("cards");
  expect(openingDistance(short, PANE, { id: "a", isWorking: false })).toBe("cards");
  expect(openingDistance(short, PANE, { id: "b", isWorking: false })).toBe("detail");
});

it("opens a run at a greater distance if it has grown too tall since", () => {
  rememberDistance("a", "cards");
  expect(openingDistance(long, PANE, { id: "a", isWorking: false })).toBe("tiles");
});

it("opens a run without storage, or with something else in it", () => {
  window.sessionStorage.setItem("trace-distance.a", "near");
  expect(openingDistance(short, PANE, { id: "a", isWorking: false })).toBe("detail");
  vi.unstubAllGlobals();
  rememberDistance("a", "map");
  expect(openingDistance(short, PANE, { id: "a", isWorking: false })).toBe("detail");
});

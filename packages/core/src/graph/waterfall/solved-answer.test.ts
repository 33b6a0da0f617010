import { expect, it } from "vitest";
import type { OutlineEntry } from "../../log/outline.ts";
import { applyTiming } from "./fold-timing.ts";
import { createTiming } from "./timing.ts";

const ROOT = { g: "root" };
const answer: OutlineEntry = {
  ...ROOT,
  q: 3,
  t: 500,
  k: "assistant",
  d: "Four.",
  i: 0,
  o: 0,
  c: 0,
  m: 0,
  calls: [],
};

it("shows the answer of a helper call as that call, with its price", () => {
  const timing = createTiming();
  const call = { call: "h", p: "solve" };
  for (const entry of [
    { ...ROOT, q: 1, t: 0, k: "calling", ...call },
    { ...ROOT, q: 2, t: 500, k: "called", ...call, i: 50, o: 10, h: 0, c: null, m: 500 },
    answer,
  ] as const)
    applyTiming(timing, entry);
  expect(timing.calls).toMatchObject([
    { kind: "helper", sequence: 3, text: "Four.", tokensIn: 50, tokensOut: 10, cost: null, from: 0, to: 500 },
  ]);
});

it("keeps a message of a foreign log without figures as a call of its own", () => {
  const timing = createTiming();
  applyTiming(timing, answer);
  expect(timing.calls).toMatchObject([{ kind: "model", text: "Four." }]);
});

import { expect, it } from "vitest";
import { idleStatus, turnStatus } from "./chat-status.ts";
import { NEW_TURN } from "./live-turn.ts";

it("shows what a run does, how to stop it, and what it has used", () => {
  const turn = { ...NEW_TURN, activity: "answering", steps: 2, tokens: 4_100, cost: 0.0123 } as const;
  const at = { elapsedMs: 12_400, progress: "1 of 2 goals", phase: "running" } as const;
  expect(turnStatus(turn, at)).toBe(
    "answering · 12 s · Ctrl+C stops · 2 steps · 4.1k tokens · $0.01 · 1 of 2 goals",
  );
  expect(turnStatus(NEW_TURN, { ...at, progress: "", phase: "stopping" })).toBe(
    "stopping · 12 s · Ctrl+C leaves",
  );
  expect(turnStatus(NEW_TURN, { ...at, progress: "", phase: "leaving" })).toBe("leaving · 12 s");
  expect(turnStatus({ ...turn, cost: null }, at)).toContain("cost unknown");
});

it("shows what a conversation uses while no run is active", () => {
  expect(idleStatus({ model: "m", budget: "0.5usd", cost: 0.02 })).toBe(
    "m · $0.02 · budget per run 0.5usd · /help",
  );
  expect(idleStatus({ model: "", budget: "", cost: 0 })).toBe("/help");
});

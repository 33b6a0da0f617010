import { countOf } from "@goaltrace/core/log";
import { formatCost, formatElapsed, formatTokens } from "./format-amounts.ts";
import type { LiveTurn } from "./live-turn.ts";

/** The person's wish for a run: none, its end, or to leave it. */
export type TurnPhase = "running" | "stopping" | "leaving";

/** Returns the line about a turn under way. */
export function turnStatus(
  turn: LiveTurn,
  { elapsedMs, progress, phase }: { elapsedMs: number; progress: string; phase: TurnPhase },
): string {
  return [
    phase === "running" ? ACTIVITIES[turn.activity] : phase,
    formatElapsed(elapsedMs),
    ...(phase === "running" ? ["Ctrl+C stops"] : phase === "stopping" ? ["Ctrl+C leaves"] : []),
    ...(turn.steps === 0 ? [] : [countOf(turn.steps, "step")]),
    ...(turn.tokens === 0 ? [] : [`${formatTokens(turn.tokens)} tokens`, formatCost(turn.cost)]),
    // Text that does not fit is cut off, so the longest comes last.
    ...(progress === "" ? [] : [progress]),
  ].join(" · ");
}

const ACTIVITIES: Readonly<Record<LiveTurn["activity"], string>> = {
  starting: "starting",
  thinking: "thinking",
  answering: "answering",
  calling: "writing a call",
  working: "working",
  queued: "waiting for a place at the model",
  limited: "waiting for a quota of model calls",
  asking: "waiting for you",
  parked: "waiting",
};

/** Returns the line about a conversation without an active run. */
export function idleStatus({
  model,
  budget,
  cost,
}: {
  readonly model: string;
  /** As `formatBudget` writes it; empty for none. */
  readonly budget: string;
  /** Of the conversation, in US dollars; null when unknown. */
  readonly cost: number | null;
}): string {
  return [
    ...(model === "" ? [] : [model]),
    ...(cost === 0 ? [] : [formatCost(cost)]),
    ...(budget === "" ? [] : [`budget per run ${budget}`]),
    "/help",
  ].join(" · ");
}

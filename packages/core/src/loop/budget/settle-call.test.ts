import { expect, it } from "vitest";
import { testUsage } from "../../testing/builders.ts";
import type { RunContext } from "../run-context.ts";
import { createBudgetState } from "./budget-state.ts";
import { settleCall } from "./settle-call.ts";

it("settles only the reservations of the call that ended, each with its unit's use", () => {
  const budget = createBudgetState({ usd: 1, tokens: 1_000 });
  const reservation = { level: "trace" as const, amount: 500 };
  budget.reserved.set("step", [
    { ...reservation, reservationId: "step", callId: null, unit: "usd" },
    { ...reservation, reservationId: "step", callId: null, unit: "steps" },
  ]);
  budget.reserved.set("summary", [
    { ...reservation, reservationId: "summary", callId: "s1", unit: "tokens" },
    { ...reservation, reservationId: "summary", callId: "s1", unit: "steps" },
  ]);
  const staged: unknown[] = [];
  const context = {
    state: { budget, goals: { focusId: "root" } },
    writer: { stage: (draft: { readonly data: unknown }) => staged.push(draft.data) },
    account: { release: () => undefined },
  } as unknown as Pick<RunContext, "state" | "writer" | "account">;
  const usage = { ...testUsage, inputTokens: 30, outputTokens: 12 };
  settleCall(context, "s1", { usage, cost: 0.2, durationMs: 5 });
  expect(staged).toEqual([
    expect.objectContaining({ reservationId: "summary", unit: "tokens", used: 42 }),
    expect.objectContaining({ reservationId: "summary", unit: "steps", used: 0 }),
  ]);
  staged.splice(0);
  settleCall(context, null, { usage, cost: 0.2, durationMs: 5 });
  expect(staged).toEqual([
    expect.objectContaining({ reservationId: "step", unit: "usd", used: 0.2 }),
    expect.objectContaining({ reservationId: "step", unit: "steps", used: 1 }),
  ]);
});

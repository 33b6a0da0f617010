import type { Usage } from "../../log/message.ts";
import type { Amounts } from "../../ports/budget-store.ts";
import type { RunContext } from "../run-context.ts";
import { NOTHING } from "../../guards/budget/decide-reservation.ts";

/**
 * Stages the settlement of a call's reservations, with what it used; null when it did not end with an answer. The step's own call is null.
 * Belongs in the commit that contains the call's end, so that its cost is never counted twice. Without a reservation nothing happens.
 */
export function settleCall(
  { state, writer, account }: Pick<RunContext, "state" | "writer" | "account">,
  callId: string | null,
  answered: { readonly usage: Usage; readonly cost: number | null; readonly durationMs: number } | null,
): void {
  account.release(callId);
  const used: Amounts =
    answered === null
      ? NOTHING
      : {
          usd: answered.cost ?? 0,
          tokens: answered.usage.inputTokens + answered.usage.outputTokens,
          ms: answered.durationMs,
          steps: callId === null ? 1 : 0,
        };
  for (const reservation of [...state.budget.reserved.values()].flat())
    if (reservation.callId === callId)
      writer.stage({
        ...{ kind: "event", type: "budget.settled", goalId: state.goals.focusId },
        data: { ...reservation, used: used[reservation.unit] },
      });
}

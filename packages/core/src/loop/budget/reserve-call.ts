import { assertNever, type Failure } from "../../errors.ts";
import { decideReservation } from "../../guards/budget/decide-reservation.ts";
import { BUDGET_UNITS, type Budget, type BudgetLevel, isEmptyBudget } from "../../log/budget.ts";
import type { CallPurpose } from "../../log/run-event.ts";
import type { Amounts, CallEstimate, ReservationDecision } from "../../ports/budget-store.ts";
import { BUDGET_RETRY_MS, BUDGET_WARN_SHARE } from "../../tunables.ts";
import type { RunContext } from "../run-context.ts";
import { budgetFailure, questionText, unpricedFailure } from "../../ports/budget-texts.ts";
import { type BudgetQuestion, warningKey } from "./budget-state.ts";
import { estimateCall } from "./estimate-call.ts";

/** The loop's next action for a call: make it, ask the strategy again, or end the run. */
export type ReservedCall =
  | { readonly kind: "call" }
  | { readonly kind: "again" }
  | { readonly kind: "end"; readonly failure: Failure };

type Refusal = Exclude<ReservationDecision, { kind: "granted" }>;
/** Two budgets decide about a call: that of the run, and that of the workspace, which all runs share. */
type Refused = { readonly level: BudgetLevel; readonly refusal: Refusal; readonly expiresAt: number | null };

const CALL: ReservedCall = { kind: "call" };
const AGAIN: ReservedCall = { kind: "again" };

/**
 * Reserves the most that the strategy's next call can use, from the budgets of the run, of every run above it and of its workspace. If a budget is
 * used up, or cannot be kept because the price is unknown, a person is asked, or the run ends if no one can be asked. The final call draws only from
 * the workspace's budget.
 */
export async function reserveCall(
  context: RunContext,
  { purpose }: { readonly purpose: CallPurpose },
): Promise<ReservedCall> {
  const { state } = context;
  const isFinal = purpose === "final";
  // A strategy that ignores the reached budget would ask for calls forever.
  if (state.budget.reached !== null && !isFinal)
    return { kind: "end", failure: budgetFailure(state.budget.reached) };
  const refused = await reserve(context, {
    callId: null,
    estimate: estimateCall(context),
    isOptional: false,
    isFinal,
  });
  if (refused === null) return CALL;
  const { level, refusal } = refused;
  switch (refusal.kind) {
    case "busy":
      // The amounts that this run has settled count for other runs only once they are durable.
      await context.writer.flush();
      await context.ports.clock.sleep(BUDGET_RETRY_MS, context.signal).catch(() => undefined);
      return AGAIN;
    case "reached": {
      if (isFinal) return { kind: "end", failure: budgetFailure({ level, ...refusal }) };
      stageWarning(context, { level, ...refusal, share: 1 });
      // The person is asked by the run whose budget it is, before its own next call.
      if (level !== "child" && canAsk(context))
        await ask(context, refused, { level, ...refusal, reason: "reached" });
      return AGAIN;
    }
    case "unpriced": {
      const failure = unpricedFailure(level, refusal.allowed);
      if (isFinal || level === "child" || !canAsk(context)) return { kind: "end", failure };
      const { allowed } = refusal;
      await ask(context, refused, {
        level,
        unit: "usd",
        used: state.budget.usd,
        allowed,
        reason: "unpriced",
      });
      return AGAIN;
    }
    default:
      return assertNever(refusal);
  }
}

/** Reserves for a call that the run can do without, such as a summary written ahead. Returns false if it does not fit. */
export async function reserveHelperCall(
  context: RunContext,
  call: { readonly callId: string; readonly estimate: CallEstimate },
): Promise<boolean> {
  return (await reserve(context, { ...call, isOptional: true, isFinal: false })) === null;
}

/** Returns null if both budgets grant the call, and stages its reservations. */
async function reserve(
  context: RunContext,
  call: {
    readonly callId: string | null;
    readonly estimate: CallEstimate;
    readonly isOptional: boolean;
    readonly isFinal: boolean;
  },
): Promise<Refused | null> {
  const { state, trace, ports, fence } = context;
  const { allowed, acceptsUnpriced } = state.budget;
  const { estimate, isOptional } = call;
  const asked = { estimate, isOptional, acceptsUnpriced };
  const { account } = context;
  const own = call.isFinal
    ? ({ kind: "granted" } as const)
    : decideReservation(allowed, account.total(), asked);
  if (own.kind !== "granted") return { level: "trace", refusal: own, expiresAt: null };
  for (let above = account.above; above !== null; above = above.above) {
    const decision = decideReservation(above.budget(), above.total(), {
      ...asked,
      acceptsUnpriced: above.acceptsUnpriced(),
    });
    if (decision.kind !== "granted") return { level: "child", refusal: decision, expiresAt: null };
  }
  // Held before anything else can run, so that runs of one tree never reserve the same amount.
  account.hold(call.callId, estimate);
  const reservationId = ports.ids.next();
  const shared = await ports.budgets
    ?.reserve({
      ...{ workspaceId: trace.workspaceId, traceId: trace.id, rootId: trace.rootId, fence, reservationId },
      ...asked,
    })
    .catch((thrown: unknown) => {
      account.release(call.callId);
      throw thrown;
    });
  if (shared != null && shared.decision.kind !== "granted") {
    account.release(call.callId);
    return { level: "workspace", refusal: shared.decision, expiresAt: shared.nextDayAt };
  }
  const { callId } = call;
  stageReservation(context, { reservationId, callId, estimate, level: "trace", budget: allowed });
  warn(context, { level: "trace", budget: allowed, spent: account.total().spent });
  if (shared == null) return null;
  const { budget, spent } = shared;
  stageReservation(context, { reservationId, callId, estimate, level: "workspace", budget });
  warn(context, { level: "workspace", budget, spent });
  return null;
}

function stageReservation(
  { writer, state }: RunContext,
  reservation: {
    readonly reservationId: string;
    readonly callId: string | null;
    readonly estimate: CallEstimate;
    readonly level: BudgetLevel;
    readonly budget: Budget;
  },
): void {
  const { reservationId, callId, estimate, level, budget } = reservation;
  // Without an amount in its units there is nothing to settle, and nothing was reserved.
  for (const unit of BUDGET_UNITS)
    if (budget[unit] !== undefined)
      writer.stage({
        ...{ kind: "event", type: "budget.reserved", goalId: state.goals.focusId },
        data: { reservationId, callId, level, unit, amount: estimate[unit] ?? 0 },
      });
}

/** Warns once about each amount of a budget that is mostly spent. */
function warn(
  context: RunContext,
  { level, budget, spent }: { readonly level: BudgetLevel; readonly budget: Budget; readonly spent: Amounts },
): void {
  if (isEmptyBudget(budget)) return;
  for (const unit of BUDGET_UNITS) {
    const allowed = budget[unit];
    if (allowed === undefined || spent[unit] < allowed * BUDGET_WARN_SHARE) continue;
    if (context.state.budget.warned.get(warningKey(level, unit)) === allowed) continue;
    stageWarning(context, { level, unit, used: spent[unit], allowed, share: BUDGET_WARN_SHARE });
  }
}

function stageWarning(
  { writer, state }: RunContext,
  { level, unit, used, allowed, share }: Omit<BudgetQuestion, "reason"> & { readonly share: number },
): void {
  writer.stage({
    ...{ kind: "event", type: "budget.warned", goalId: state.goals.focusId },
    data: { level, unit, used, allowed, share },
  });
}

function canAsk({ environment, trace }: RunContext): boolean {
  return environment.approvals !== undefined && trace.mode !== "call";
}

async function ask(
  { state, writer, ports, environment }: RunContext,
  { expiresAt }: Refused,
  about: BudgetQuestion,
): Promise<void> {
  const { level, unit, used, allowed, reason } = about;
  const lifetimeMs = environment.approvals?.lifetimeMs ?? null;
  writer.stage({
    ...{ kind: "event", type: "question.asked", goalId: state.goals.focusId },
    data: {
      ...{ questionId: ports.ids.next(), toolCallId: null, ...questionText(about, state.budget.unread) },
      expiresAt: expiresAt ?? (lifetimeMs === null ? null : ports.clock.now() + lifetimeMs),
      budget: { level, unit, used, allowed, reason },
    },
  });
  await writer.flush();
}

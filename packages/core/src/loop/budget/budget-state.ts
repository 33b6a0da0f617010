import { type Budget, type BudgetLevel, type BudgetUnit, parseBudget } from "../../log/budget.ts";
import { type EventHandlers } from "../../log/events/event-handlers.ts";
import type { RunEventPayloads } from "../../log/run-event.ts";
import type { ReachedBudget } from "../../ports/budget-store.ts";

/** The subject of a question about a budget; see the event `question.asked`. */
export type BudgetQuestion = NonNullable<RunEventPayloads["question.asked"]["budget"]>;

/** The budget of a run and its spending, folded from its own entries. */
export type BudgetState = {
  /** The budget of this run as it was last set. */
  allowed: Budget;
  /** Cost in US dollars of the calls with a known price. */
  usd: number;
  /** The amounts that running calls have reserved, by reservation. */
  readonly reserved: Map<string, readonly Reservation[]>;
  /** The amount about which the run was last warned, by level and unit. */
  readonly warned: Map<string, number>;
  /** The open question about a budget. */
  question: { readonly id: string; readonly about: BudgetQuestion; readonly expiresAt: number | null } | null;
  /** True when something happened that may have answered the open question: the run asks the budget again. */
  isStale: boolean;
  /** The answer that could not be read; the next question repeats it. */
  unread: string | null;
  /** True after a person accepted calls of unknown price. */
  acceptsUnpriced: boolean;
  /** The budget that ends the run. */
  reached: (ReachedBudget & { readonly level: BudgetLevel }) | null;
};

type Reservation = RunEventPayloads["budget.reserved"];

export function createBudgetState(allowed: Budget): BudgetState {
  return {
    ...{ allowed, usd: 0, reserved: new Map(), warned: new Map(), question: null, isStale: false },
    ...{ unread: null, acceptsUnpriced: false, reached: null },
  };
}

/** Returns the key of a warning. */
export function warningKey(level: BudgetLevel, unit: BudgetUnit): string {
  return `${level} ${unit}`;
}

/** Folds the own entries of a run into its budget. */
export const BUDGET_HANDLERS: EventHandlers<BudgetState, void> = {
  "call.finished": (state, { data: { cost } }) => {
    state.usd += cost ?? 0;
  },
  // A process that died left its reservations behind; the store drops them with its lease.
  "trace.resumed": ({ reserved }) => reserved.clear(),
  "budget.reserved": ({ reserved }, { data }) =>
    void reserved.set(data.reservationId, [...(reserved.get(data.reservationId) ?? []), data]),
  "budget.settled": ({ reserved }, { data }) => void reserved.delete(data.reservationId),
  "budget.warned": (state, { data: { level, unit, used, allowed, share } }) => {
    state.warned.set(warningKey(level, unit), allowed);
    if (share >= 1) state.reached = { level, unit, used, allowed };
  },
  "question.asked": (state, { data: { questionId, budget, expiresAt } }) => {
    if (budget === undefined) return;
    state.question = { id: questionId, about: budget, expiresAt };
    state.reached = null;
    state.isStale = false;
    state.unread = null;
  },
  "question.answered": (state, { data: { questionId, outcome, text } }) => {
    if (state.question?.id !== questionId) return;
    const { about } = state.question;
    state.question = null;
    if (outcome === "answered") applyAnswer(state, about, text);
    else if (outcome === "expired" && about.level === "trace") stop(state, about);
  },
  "signal.received": (state, { data: { signal, payload } }) => {
    if (signal === "resume") state.isStale = true;
    if (signal !== "set_budget") return;
    state.isStale = true;
    state.allowed = readSetBudget(payload["budget"]);
    state.warned.clear();
    if (state.reached?.level === "trace") state.reached = null;
  },
};

/** A budget that is not readable or empty removes the budget. */
function readSetBudget(text: unknown): Budget {
  const parsed = typeof text === "string" && text !== "" ? parseBudget(text) : null;
  return parsed !== null && "budget" in parsed ? parsed.budget : {};
}

/** A person answers with an amount, with "continue", or with "stop". */
function applyAnswer(state: BudgetState, about: BudgetQuestion, text: string): void {
  const answer = text.trim().toLowerCase();
  if (/^(?:stop|no|end)\b/u.test(answer)) return stop(state, about);
  if (/^continue\b/u.test(answer)) {
    if (about.reason === "unpriced") state.acceptsUnpriced = true;
    return;
  }
  const raised = parseBudget(answer.replace(/^(?:raise|set)(?: (?:it|the budget))?(?: to)? /u, ""));
  if ("budget" in raised && about.level === "trace") state.allowed = { ...state.allowed, ...raised.budget };
  else state.unread = text.slice(0, 80);
}

function stop(state: BudgetState, { level, unit, used, allowed }: BudgetQuestion): void {
  state.reached = { level, unit, used, allowed };
}

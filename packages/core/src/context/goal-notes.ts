import { type AppliedGoalOperation, ROOT_GOAL_ID } from "../goals/goal.ts";
import type { EventOf } from "../log/events/event-handlers.ts";
import type { Message } from "../log/message.ts";
import type { EffectsByCall } from "./call-effects.ts";
import { copyKeyInformation, extractInto, type KeyInformation, noKeyInformation } from "./extract.ts";
import { chooseFacts } from "./find-facts.ts";

/** Goals whose notes a run keeps: a summary has a line for each. */
export const GOALS_NOTED = 60;
/** Facts in the note of a closed goal, and how many of them may be amounts. */
export const FACTS_PER_GOAL = 12;
const AMOUNTS_PER_GOAL = 4;
/** Errors, and decisions, in the note of a closed goal. */
const NOTES_PER_GOAL = 2;

/** Facts that code noted about the work on a goal when it closed. The plan has its title and outcome. */
export type GoalNote = {
  readonly goalId: string;
  /** The event that closed the goal. */
  readonly sequence: number;
  /** Ids, paths and numbers: those that people and the assistant mentioned, newest first, then others of results. */
  readonly facts: readonly string[];
  /** Errors and decisions, newest first. */
  readonly errors: readonly string[];
  readonly decisions: readonly string[];
};

/** The notes of closed goals in order of closing, and what was folded of goals that are open. */
export type GoalNotes = {
  readonly closed: Map<string, GoalNote>;
  readonly open: Map<string, KeyInformation>;
};

/** Returns empty notes. */
export function noGoalNotes(): GoalNotes {
  return { closed: new Map(), open: new Map() };
}

/** Returns true if an operation closes a goal, whatever its outcome. */
export function closesGoal(operation: AppliedGoalOperation): boolean {
  return operation.op === "status" && operation.status !== "in_progress" && operation.status !== "pending";
}

/** Keeps what a folded message says until its goal closes. The root has no note: it closes with the run. */
export function noteFolded(notes: GoalNotes, message: Message, effects: EffectsByCall): void {
  const { goalId } = message;
  if (goalId === ROOT_GOAL_ID || notes.closed.has(goalId)) return;
  const keys = notes.open.get(goalId) ?? noKeyInformation();
  extractInto(keys, message, effects);
  notes.open.set(goalId, keys);
}

/** Notes the goals that an event closes, from their folded messages and from those still shown. A goal that closes again gets a new note. */
export function noteClosed(
  notes: GoalNotes,
  event: EventOf<"goals.changed">,
  shown: { readonly messages: readonly Message[]; readonly effects: EffectsByCall },
): void {
  for (const operation of event.data.operations) {
    if (!closesGoal(operation) || operation.goalId === ROOT_GOAL_ID) continue;
    const { goalId } = operation;
    const folded = notes.open.get(goalId);
    const keys = folded === undefined ? noKeyInformation() : copyKeyInformation(folded);
    for (const message of shown.messages)
      if (message.goalId === goalId) extractInto(keys, message, shown.effects);
    notes.open.delete(goalId);
    notes.closed.delete(goalId);
    notes.closed.set(goalId, noteOf(goalId, event.sequence, keys));
    const [oldest] = notes.closed.keys();
    if (notes.closed.size > GOALS_NOTED && oldest !== undefined) notes.closed.delete(oldest);
  }
}

function noteOf(goalId: string, sequence: number, keys: KeyInformation): GoalNote {
  const mentioned = [...keys.facts.keys()].reverse();
  const found = [...keys.calls.values()].reverse().flatMap((call) => call.facts);
  const newest = (list: KeyInformation["errors"]): readonly string[] =>
    list
      .slice(-NOTES_PER_GOAL)
      .reverse()
      .map(({ text }) => text);
  return {
    goalId,
    sequence,
    facts: chooseFacts([...new Set([...mentioned, ...found])], {
      limit: FACTS_PER_GOAL,
      amounts: AMOUNTS_PER_GOAL,
      accepts: () => true,
    }),
    errors: newest(keys.errors),
    decisions: newest(keys.decisions),
  };
}

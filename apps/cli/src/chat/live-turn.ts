import type { CallWaiting, Delta, Entry, Update, WaitingFor } from "@goaltrace/core/log";

/** The answer that streams in: the part that is printed, in whole lines, and the rest. */
export type LiveAnswer = {
  readonly callId: string;
  readonly attempt: number;
  readonly printed: string;
  readonly rest: string;
};

/** A turn under way, as a person sees it. */
export type LiveTurn = {
  readonly answer: LiveAnswer | null;
  /** The run's present occupation. */
  readonly activity:
    | "starting"
    | "thinking"
    | "answering"
    | "calling"
    | "working"
    | "queued"
    | "limited"
    | "asking"
    | "parked";
  /** Model calls that have ended. Their deltas may arrive late, when the run waits and its notices are followed. */
  readonly endedCalls: ReadonlySet<string>;
  readonly steps: number;
  readonly tokens: number;
  /** In US dollars; null once the price of a call is unknown. */
  readonly cost: number | null;
};

/** A turn before its first update. */
export const NEW_TURN: LiveTurn = {
  ...{ answer: null, activity: "starting", endedCalls: new Set(), steps: 0, tokens: 0, cost: 0 },
};

/** Folds one update into a turn. `printed` are the lines of the streaming answer that are complete and stay. */
export function followUpdate(
  turn: LiveTurn,
  update: Update,
): { readonly turn: LiveTurn; readonly printed: readonly string[] } {
  switch (update.kind) {
    case "delta":
      return followDelta(turn, update);
    case "delta_withdrawn":
      return { turn: { ...turn, answer: null, activity: "working" }, printed: restLines(turn) };
    case "call_waiting":
      return { turn: { ...turn, activity: waitingActivity(update) }, printed: [] };
    case "entry":
      return { turn: followEntry(turn, update.entry), printed: [] };
  }
}

function waitingActivity({ ahead, quota }: CallWaiting): LiveTurn["activity"] {
  if (ahead === null) return "working";
  return quota === undefined ? "queued" : "limited";
}

function followDelta(
  turn: LiveTurn,
  delta: Delta,
): { readonly turn: LiveTurn; readonly printed: readonly string[] } {
  if (turn.endedCalls.has(delta.callId)) return { turn, printed: [] };
  if (delta.channel === "reasoning") return { turn: { ...turn, activity: "thinking" }, printed: [] };
  if (delta.channel === "tool") return { turn: { ...turn, activity: "calling" }, printed: [] };
  if (delta.channel === "output") return { turn, printed: [] };
  const { callId, attempt, offset, text } = delta;
  const isSame = turn.answer?.callId === callId && turn.answer.attempt === attempt;
  const before = isSame && turn.answer !== null ? turn.answer : { callId, attempt, printed: "", rest: "" };
  const known = before.printed.length + before.rest.length;
  // Text that this process did not see is in the message that follows.
  if (offset > known) return { turn: { ...turn, activity: "answering" }, printed: [] };
  const rest = before.rest + text.slice(known - offset);
  const end = rest.lastIndexOf("\n") + 1;
  const whole = rest.slice(0, end);
  const answer = { callId, attempt, printed: before.printed + whole, rest: rest.slice(end) };
  return {
    turn: { ...turn, answer, activity: "answering" },
    printed: whole === "" ? [] : whole.slice(0, -1).split("\n"),
  };
}

/** The text of an answer that was broken off stays visible. */
function restLines({ answer }: LiveTurn): readonly string[] {
  return answer === null || answer.rest === "" ? [] : [answer.rest];
}

function followEntry(turn: LiveTurn, entry: Entry): LiveTurn {
  if (entry.kind === "message")
    return entry.role === "assistant"
      ? { ...turn, answer: null, activity: "working", endedCalls: withEnded(turn, entry.callId) }
      : turn;
  if (entry.kind !== "event") return turn;
  if (entry.type === "trace.started") return { ...turn, activity: "working" };
  if (entry.type === "trace.status_changed")
    return { ...turn, activity: entry.data.status === "waiting" ? waitOf(entry.data) : "working" };
  if (entry.type !== "call.finished") return turn;
  const { callId, purpose } = entry.data;
  return {
    ...addCost(turn, entry),
    endedCalls: withEnded(turn, callId),
    steps: turn.steps + (purpose === "step" ? 1 : 0),
  };
}

/** Adds the tokens and the cost of an entry, if it ends a model call. */
export function addCost(turn: LiveTurn, entry: Entry): LiveTurn {
  if (entry.kind !== "event" || entry.type !== "call.finished") return turn;
  const { usage, cost } = entry.data;
  return {
    ...turn,
    tokens: turn.tokens + usage.inputTokens + usage.outputTokens,
    cost: turn.cost === null || cost === null ? null : turn.cost + cost,
  };
}

function withEnded({ endedCalls }: LiveTurn, callId: string): ReadonlySet<string> {
  return endedCalls.has(callId) ? endedCalls : new Set([...endedCalls, callId]);
}

/** A run waits for this person, or for something else. */
function waitOf({ waitingFor }: { readonly waitingFor: WaitingFor | null }): "asking" | "parked" {
  return waitingFor === "approval" || waitingFor === "question" || waitingFor === "budget"
    ? "asking"
    : "parked";
}

/** Returns the part of an answer's text that is not printed yet: all of it if the printed part was masked differently. */
export function unprintedText({ answer }: LiveTurn, text: string): string {
  return answer !== null && text.startsWith(answer.printed) ? text.slice(answer.printed.length) : text;
}

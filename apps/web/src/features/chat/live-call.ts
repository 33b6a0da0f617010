import type { CallWaiting, Delta } from "@goaltrace/core/log";
import { changedWait } from "../../lib/call-wait.ts";
import type { LiveCall, Turn } from "./chat-turn.ts";
import { appendOutput } from "./turn-items.ts";

/** The text of an answer so far, as stored while it streams. */
export type PartialAnswer = {
  readonly callId: string;
  readonly attempt: number;
  readonly text: string;
  readonly reasoning: string;
};

/** Returns the live call once its entry has announced it at `at`, in ms since the epoch. */
export function startLiveCall(live: LiveCall | null, callId: string, at: number): LiveCall {
  // Deltas may arrive before the entry that announces their call.
  if (live?.callId === callId) return { ...live, startedAt: at };
  return newLiveCall({ callId, attempt: 0, startedAt: at });
}

/** Appends streamed output. Deltas may arrive late, twice or with gaps. */
export function foldDelta(turn: Turn, delta: Delta): Turn {
  if (delta.channel === "output") {
    const items = turn.endedAt === null ? appendOutput(turn.items, delta) : turn.items;
    return items === turn.items ? turn : { ...turn, items };
  }
  const live = liveFor(turn, delta.callId, delta.attempt);
  if (live === null) return turn;
  if (delta.channel === "tool")
    return live.callingTool && live === turn.live ? turn : { ...turn, live: { ...live, callingTool: true } };
  const before = live[delta.channel];
  // Text after a gap cannot be appended. Wait for the entry or the next partial text.
  if (delta.offset > before.length) return live === turn.live ? turn : { ...turn, live };
  const text = before.slice(0, delta.offset) + delta.text;
  if (text.length <= before.length && live === turn.live) return turn;
  return { ...turn, live: { ...live, wait: null, [delta.channel]: text } };
}

/** Returns the live call that a delta belongs to, or null when its attempt or call is over. */
function liveFor(turn: Turn, callId: string, attempt: number): LiveCall | null {
  const { live } = turn;
  if (turn.answeredCallId === callId || turn.endedAt !== null) return null;
  if (live?.callId !== callId) return newLiveCall({ callId, attempt, startedAt: null });
  if (attempt < live.attempt) return null;
  if (attempt === live.attempt) return live;
  return newLiveCall({ callId, attempt, startedAt: live.startedAt });
}

function newLiveCall(call: Pick<LiveCall, "callId" | "attempt" | "startedAt">): LiveCall {
  return { ...call, text: "", reasoning: "", callingTool: false, wait: null };
}

/** Helper calls wait too, but only the call that answers is shown. */
export function noteWaiting(turn: Turn, waiting: CallWaiting): Turn {
  const { live } = turn;
  if (live?.callId !== waiting.callId) return turn;
  const wait = changedWait(live.wait, waiting);
  return wait === live.wait ? turn : { ...turn, live: { ...live, wait } };
}

/** Discards the output of an attempt and of earlier attempts. */
export function dropAttempt(turn: Turn, callId: string, attempt: number): Turn {
  const { live } = turn;
  if (live?.callId !== callId || live.attempt > attempt) return turn;
  const { startedAt } = live;
  return { ...turn, live: newLiveCall({ callId, attempt: attempt + 1, startedAt }) };
}

/** Shows what was streamed before this page connected. */
export function catchUp(turn: Turn, partial: PartialAnswer): Turn {
  const live = liveFor(turn, partial.callId, partial.attempt);
  if (live === null) return turn;
  return {
    ...turn,
    live: {
      ...live,
      text: longer(live.text, partial.text),
      reasoning: longer(live.reasoning, partial.reasoning),
    },
  };
}

/** Returns the longer text. Partial texts are stored periodically, so they may lag behind the streamed text. */
function longer(first: string, second: string): string {
  return first.length >= second.length ? first : second;
}

import { type Delta, joinOutput, keepEnd } from "@goaltrace/core/log";
import { PARTIAL_TOOL_CHARACTERS } from "../tunables.ts";

/** The output of a running call so far. Pieces are kept apart until they are written: joining at each delta would copy the text over and over. */
export type RunningCall = {
  readonly traceId: string;
  readonly callId: string;
  readonly kind: "model" | "tool";
  readonly attempt: number;
  readonly text: string[];
  readonly reasoning: string[];
  /** Where `text` begins, and its length, in UTF-16 units. */
  offset: number;
  length: number;
  isDirty: boolean;
};

type CallAddress = Pick<RunningCall, "traceId" | "callId">;

/** The calls of a process that run, and those whose rows are to go. */
export type RunningCalls = {
  add(delta: Delta): void;
  /** False when nothing is known of any of them. */
  remove(traceId: string, callIds: readonly string[]): boolean;
  /** Forgets all calls of a trace, whose rows somebody else removes. */
  drop(traceId: string): void;
  /** What changed since the last time. */
  takeChanged(): readonly RunningCall[];
  takeRemoved(): readonly CallAddress[];
};

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, RunningCall>();
  const removed = new Map<string, CallAddress>();
  const keyOf = ({ traceId, callId }: CallAddress): string => `${traceId}/${callId}`;

  return {
    add(delta) {
      // The arguments that a model writes are in its message; nobody reads them half-written.
      if (delta.channel === "tool") return;
      const key = keyOf(delta);
      const known = running.get(key);
      const call = known?.attempt === delta.attempt ? known : newCall(delta);
      running.set(key, call);
      removed.delete(key);
      extend(call, delta);
    },
    remove(traceId, callIds) {
      let isKnown = false;
      for (const callId of callIds) {
        const key = keyOf({ traceId, callId });
        if (!running.delete(key)) continue;
        removed.set(key, { traceId, callId });
        isKnown = true;
      }
      return isKnown;
    },
    drop(traceId) {
      for (const [key, call] of running) if (call.traceId === traceId) running.delete(key);
    },
    takeChanged() {
      const changed = [...running.values()].filter((call) => call.isDirty);
      for (const call of changed) call.isDirty = false;
      return changed;
    },
    takeRemoved() {
      const gone = [...removed.values()];
      removed.clear();
      return gone;
    },
  };
}

function newCall({ traceId, callId, attempt, channel, offset }: Delta): RunningCall {
  const kind = channel === "output" ? "tool" : "model";
  return {
    ...{ traceId, callId, kind, attempt, text: [], reasoning: [], isDirty: true },
    ...{ offset: kind === "tool" ? offset : 0, length: 0 },
  };
}

function extend(call: RunningCall, delta: Delta): void {
  call.isDirty = true;
  if (delta.channel === "reasoning") call.reasoning.push(delta.text);
  else if (delta.channel === "output") extendOutput(call, delta);
  else call.text.push(delta.text);
}

function extendOutput(call: RunningCall, { attempt, offset, text }: Delta): void {
  if (offset === call.offset + call.length) {
    call.text.push(text);
    call.length += text.length;
    dropOldest(call);
    return;
  }
  const known = { attempt, offset: call.offset, text: call.text.join("") };
  const joined = joinOutput(known, { attempt, offset, text }, PARTIAL_TOOL_CHARACTERS);
  call.text.splice(0, Infinity, joined.text);
  call.offset = joined.offset;
  call.length = joined.text.length;
}

/** Drops whole pieces that late watchers would not get anyway. */
function dropOldest(call: RunningCall): void {
  for (;;) {
    const oldest = call.text[0]?.length ?? 0;
    if (call.length - oldest < PARTIAL_TOOL_CHARACTERS) return;
    call.text.shift();
    call.length -= oldest;
    call.offset += oldest;
  }
}

/** The text as it is stored: of a tool's output the end, with where it begins. PostgreSQL's text holds no NUL; a partial text is only displayed. */
export function partialTextOf(call: RunningCall): {
  readonly offset: number;
  readonly text: string;
  readonly reasoning: string;
} {
  const { attempt, offset } = call;
  const whole = { attempt, offset, text: call.text.join("") };
  const kept = call.kind === "tool" ? keepEnd(whole, PARTIAL_TOOL_CHARACTERS) : whole;
  return {
    offset: kept.offset,
    text: storable(kept.text),
    reasoning: storable(call.reasoning.join("")),
  };
}

function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

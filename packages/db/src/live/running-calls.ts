import { type Delta, joinOutput, keepEnd } from "@goaltrace/core/log";
import { PARTIAL_TOOL_CHARACTERS, PARTIAL_UPSERT_CHARACTERS, PARTIAL_UPSERT_MS } from "../tunables.ts";

/** The output of a running call so far. Pieces are joined only when written: joining at every delta would copy the text each time. */
export type RunningCall = {
  readonly traceId: string;
  readonly callId: string;
  readonly kind: "model" | "tool";
  readonly attempt: number;
  readonly text: string[];
  readonly reasoning: string[];
  /** The start and length of `text` in UTF-16 units. */
  offset: number;
  length: number;
  /** The characters of a model's text and reasoning. */
  size: number;
  isDirty: boolean;
  /** The earliest time at which it is stored again, on the clock of `takeChanged`. */
  dueAt: number;
};

/**
 * Returns the milliseconds between two times at which a partial text of this many characters is stored. Late watchers of a longer text wait
 * longer for what they missed.
 */
export function partialIntervalMs(characters: number): number {
  return PARTIAL_UPSERT_MS * (1 + Math.floor(characters / PARTIAL_UPSERT_CHARACTERS));
}

type CallAddress = Pick<RunningCall, "traceId" | "callId">;

/** The running calls of a process and the calls whose rows must be deleted. */
export type RunningCalls = {
  add(delta: Delta): void;
  /** Returns false when none of the calls is running. */
  remove(traceId: string, callIds: readonly string[]): boolean;
  /** Drops all calls of a trace whose rows are deleted elsewhere. */
  drop(traceId: string): void;
  /** Returns the calls that changed since they were last returned, and are due. `now` is in milliseconds. */
  takeChanged(now: number): readonly RunningCall[];
  /** True while changed calls wait until they are due. */
  hasChanged(): boolean;
  takeRemoved(): readonly CallAddress[];
};

export function createRunningCalls(): RunningCalls {
  const running = new Map<string, RunningCall>();
  const removed = new Map<string, CallAddress>();
  const callKey = ({ traceId, callId }: CallAddress): string => `${traceId}/${callId}`;

  return {
    add(delta) {
      // Streamed tool arguments end up in the model's message; partial ones are never shown.
      if (delta.channel === "tool") return;
      const key = callKey(delta);
      const current = running.get(key);
      const call = current?.attempt === delta.attempt ? current : newCall(delta);
      running.set(key, call);
      removed.delete(key);
      extend(call, delta);
    },
    remove(traceId, callIds) {
      let isKnown = false;
      for (const callId of callIds) {
        const key = callKey({ traceId, callId });
        if (!running.delete(key)) continue;
        removed.set(key, { traceId, callId });
        isKnown = true;
      }
      return isKnown;
    },
    drop(traceId) {
      for (const [key, call] of running) if (call.traceId === traceId) running.delete(key);
    },
    takeChanged(now) {
      const changed = [...running.values()].filter((call) => call.isDirty && call.dueAt <= now);
      for (const call of changed) {
        call.isDirty = false;
        call.dueAt = now + partialIntervalMs(call.size);
      }
      return changed;
    },
    hasChanged: () => [...running.values()].some((call) => call.isDirty),
    takeRemoved() {
      const calls = [...removed.values()];
      removed.clear();
      return calls;
    },
  };
}

function newCall({ traceId, callId, attempt, channel, offset }: Delta): RunningCall {
  const kind = channel === "output" ? "tool" : "model";
  return {
    ...{ traceId, callId, kind, attempt, text: [], reasoning: [], isDirty: true },
    ...{ offset: kind === "tool" ? offset : 0, length: 0, size: 0, dueAt: 0 },
  };
}

function extend(call: RunningCall, delta: Delta): void {
  call.isDirty = true;
  // The stored output of a tool is short whatever it writes.
  if (delta.channel !== "output") call.size += delta.text.length;
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
  const current = { attempt, offset: call.offset, text: call.text.join("") };
  const joined = joinOutput(current, { attempt, offset, text }, PARTIAL_TOOL_CHARACTERS);
  call.text.splice(0, Infinity, joined.text);
  call.offset = joined.offset;
  call.length = joined.text.length;
}

/** Drops whole pieces that late subscribers would not receive anyway. */
function dropOldest(call: RunningCall): void {
  for (;;) {
    const oldest = call.text[0]?.length ?? 0;
    if (call.length - oldest < PARTIAL_TOOL_CHARACTERS) return;
    call.text.shift();
    call.length -= oldest;
    call.offset += oldest;
  }
}

/**
 * Returns the text to store: the end of a tool's output with its offset, or a model's whole text. PostgreSQL text cannot hold NUL, which is
 * replaced because a partial text is only displayed.
 */
export function partialText(call: RunningCall): {
  readonly offset: number;
  readonly text: string;
  readonly reasoning: string;
} {
  const { attempt, offset } = call;
  const whole = { attempt, offset, text: call.text.join("") };
  const stored = call.kind === "tool" ? keepEnd(whole, PARTIAL_TOOL_CHARACTERS) : whole;
  return {
    offset: stored.offset,
    text: storable(stored.text),
    reasoning: storable(call.reasoning.join("")),
  };
}

function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD");
}

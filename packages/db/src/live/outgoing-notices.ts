import type { LiveNotice } from "@goaltrace/core";
import { type Delta, joinOutput } from "@goaltrace/core/log";
import { DELTA_BUFFER_CHARACTERS, OUTPUT_NOTICE_CHARACTERS } from "../tunables.ts";

/** Notices that wait to be sent, in order, in bounded memory. */
export type OutgoingNotices = {
  add(notice: LiveNotice): void;
  /** Empties the queue. */
  take(): readonly LiveNotice[];
};

/**
 * Creates a queue that joins deltas of one call. Beyond `DELTA_BUFFER_CHARACTERS` new pieces of answers are dropped; of each tool's output
 * the last `OUTPUT_NOTICE_CHARACTERS` are kept.
 */
export function createOutgoingNotices(): OutgoingNotices {
  let notices: LiveNotice[] = [];
  let characters = 0;
  /** Where in `notices` the output of a call waits, by trace and call. */
  let outputs = new Map<string, number>();

  function addOutput(delta: Delta): void {
    const key = `${delta.traceId}/${delta.callId}`;
    const index = outputs.get(key) ?? notices.length;
    const waiting = notices[index];
    const known = waiting?.kind === "delta" ? waiting : undefined;
    const { attempt, offset, text } = joinOutput(known, delta, OUTPUT_NOTICE_CHARACTERS);
    notices[index] = { ...delta, attempt, offset, text };
    outputs.set(key, index);
  }

  function addText(delta: Delta): void {
    if (characters > DELTA_BUFFER_CHARACTERS) return;
    characters += delta.text.length;
    const last = notices.at(-1);
    if (last?.kind === "delta" && continues(last, delta))
      notices[notices.length - 1] = { ...last, text: last.text + delta.text };
    else notices.push(delta);
  }

  return {
    add(notice) {
      if (notice.kind !== "delta") notices.push(notice);
      else if (notice.channel === "output") addOutput(notice);
      else addText(notice);
    },
    take() {
      const taken = notices;
      notices = [];
      characters = 0;
      outputs = new Map();
      return taken;
    },
  };
}

function continues(last: Delta, next: Delta): boolean {
  return (
    last.traceId === next.traceId &&
    last.callId === next.callId &&
    last.attempt === next.attempt &&
    last.channel === next.channel &&
    last.offset + last.text.length === next.offset
  );
}

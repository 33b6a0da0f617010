import { type Delta, joinOutput } from "@goaltrace/core/log";
import type { LiveNotice } from "@goaltrace/core/ports";
import { DELTA_BUFFER_CHARACTERS, OUTPUT_NOTICE_CHARACTERS } from "../tunables.ts";

/** Notices waiting to be sent, in order and in bounded memory. */
export type OutgoingNotices = {
  add(notice: LiveNotice): void;
  /** Returns the queued notices and empties the queue. */
  take(): readonly LiveNotice[];
};

/**
 * Creates a queue that joins deltas of one call. Above `DELTA_BUFFER_CHARACTERS` it drops further pieces of answers; of each tool's output
 * it keeps the last `OUTPUT_NOTICE_CHARACTERS`.
 */
export function createOutgoingNotices(): OutgoingNotices {
  let notices: LiveNotice[] = [];
  let characters = 0;
  /** The index in `notices` of each call's output, by trace and call. */
  let outputs = new Map<string, number>();

  function addOutput(delta: Delta): void {
    const key = `${delta.traceId}/${delta.callId}`;
    const index = outputs.get(key) ?? notices.length;
    const notice = notices[index];
    const queued = notice?.kind === "delta" ? notice : undefined;
    const { attempt, offset, text } = joinOutput(queued, delta, OUTPUT_NOTICE_CHARACTERS);
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
      const queued = notices;
      notices = [];
      characters = 0;
      outputs = new Map();
      return queued;
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

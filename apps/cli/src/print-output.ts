import { type Delta, type Entry, joinOutput, type OutputPiece } from "@goaltrace/core/log";
import type { Print } from "./print-update.ts";

/** Prints what running tools print, line by line. */
export type OutputPrinter = {
  /** Takes a delta; those of other channels are ignored. */
  take(delta: Delta): void;
  /** Takes the entry that begins or ends calls, before it is printed itself when it is a result, after that when it is an answer. */
  settle(entry: Entry): void;
};

/** Of each delta the last lines are printed: a terminal that scrolls faster than this can't be read. */
const LINES_PER_DELTA = 20;
/** Kept of a line without an end, and of output that is ahead of the entry with its call. UTF-16 units. */
const HELD_CHARACTERS = 4_000;

type PrintedCall = {
  readonly attempt: number;
  /** Offset up to which the output was taken. */
  readonly end: number;
  /** The line that has not ended yet. */
  readonly rest: string;
};

/** Creates a printer of one run. Lines are indented below the call they belong to; what was skipped is one line with an ellipsis. */
export function createOutputPrinter(print: Print): OutputPrinter {
  const calls = new Map<string, PrintedCall>();
  const ahead = new Map<string, OutputPiece>();

  function takeKnown(callId: string, known: PrintedCall, piece: OutputPiece): void {
    const { attempt, offset, text } = piece;
    if (attempt < known.attempt) return;
    const before = attempt === known.attempt ? known : { attempt, end: 0, rest: "" };
    const isGap = offset > before.end;
    const added = isGap ? text : text.slice(before.end - offset);
    const lines = ((isGap ? "" : before.rest) + added).split("\n");
    const rest = lineShown(lines.pop() ?? "").slice(-HELD_CHARACTERS);
    const shown = lines.slice(-LINES_PER_DELTA);
    if (isGap || shown.length < lines.length) print("    …");
    for (const line of shown) print(`    ${lineShown(line)}`);
    calls.set(callId, { attempt, end: Math.max(before.end, offset + text.length), rest });
  }

  return {
    take({ channel, callId, attempt, offset, text }) {
      if (channel !== "output") return;
      const known = calls.get(callId);
      const piece = { attempt, offset, text };
      if (known !== undefined) takeKnown(callId, known, piece);
      else ahead.set(callId, joinOutput(ahead.get(callId), piece, HELD_CHARACTERS));
    },
    settle(entry) {
      if (entry.kind !== "message") return;
      if (entry.role === "tool") {
        const rest = calls.get(entry.toolCallId)?.rest ?? "";
        if (rest !== "") print(`    ${rest}`);
        calls.delete(entry.toolCallId);
        ahead.delete(entry.toolCallId);
      }
      if (entry.role !== "assistant") return;
      for (const { id } of entry.toolCalls) {
        const known = { attempt: 0, end: 0, rest: "" };
        calls.set(id, known);
        const held = ahead.get(id);
        ahead.delete(id);
        if (held !== undefined) takeKnown(id, known, held);
      }
    },
  };
}

/** A line as a terminal shows it: a carriage return writes over what came before it. */
function lineShown(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.slice(text.lastIndexOf("\r") + 1);
}

import { type Delta, type Entry, joinOutput, type OutputPiece } from "@goaltrace/core/log";
import type { Print } from "./print-update.ts";

/** Prints the output of running tools, line by line. */
export type OutputPrinter = {
  /** Accepts a delta; ignores other channels. */
  take(delta: Delta): void;
  /** Accepts an entry that starts or ends calls. Call it before printing a tool result and after printing an answer. */
  settle(entry: Entry): void;
};

/** Lines printed per delta, from its end: faster output is unreadable in a terminal. */
const LINES_PER_DELTA = 20;
/** Maximum text kept of an unfinished line, and of output that arrives before its call's entry. UTF-16 units. */
const BUFFERED_CHARACTERS = 4_000;

type PrintedCall = {
  readonly attempt: number;
  /** The offset up to which output was printed. */
  readonly end: number;
  /** The unfinished line. */
  readonly rest: string;
};

/** Creates the output printer of one run. Lines are indented below their call; skipped output becomes one line with an ellipsis. */
export function createOutputPrinter(print: Print): OutputPrinter {
  const calls = new Map<string, PrintedCall>();
  const early = new Map<string, OutputPiece>();

  function printPiece(callId: string, call: PrintedCall, piece: OutputPiece): void {
    const { attempt, offset, text } = piece;
    if (attempt < call.attempt) return;
    const before = attempt === call.attempt ? call : { attempt, end: 0, rest: "" };
    const isGap = offset > before.end;
    const added = isGap ? text : text.slice(before.end - offset);
    const lines = ((isGap ? "" : before.rest) + added).split("\n");
    const rest = visibleText(lines.pop() ?? "").slice(-BUFFERED_CHARACTERS);
    const visibleLines = lines.slice(-LINES_PER_DELTA);
    if (isGap || visibleLines.length < lines.length) print("    …");
    for (const line of visibleLines) print(`    ${visibleText(line)}`);
    calls.set(callId, { attempt, end: Math.max(before.end, offset + text.length), rest });
  }

  return {
    take({ channel, callId, attempt, offset, text }) {
      if (channel !== "output") return;
      const call = calls.get(callId);
      const piece = { attempt, offset, text };
      if (call !== undefined) printPiece(callId, call, piece);
      else early.set(callId, joinOutput(early.get(callId), piece, BUFFERED_CHARACTERS));
    },
    settle(entry) {
      if (entry.kind !== "message") return;
      if (entry.role === "tool") {
        const rest = calls.get(entry.toolCallId)?.rest ?? "";
        if (rest !== "") print(`    ${rest}`);
        calls.delete(entry.toolCallId);
        early.delete(entry.toolCallId);
      }
      if (entry.role !== "assistant") return;
      for (const { id } of entry.toolCalls) {
        const call = { attempt: 0, end: 0, rest: "" };
        calls.set(id, call);
        const buffered = early.get(id);
        early.delete(id);
        if (buffered !== undefined) printPiece(id, call, buffered);
      }
    },
  };
}

/** Returns a line as a terminal shows it: text after a carriage return overwrites the text before it. */
function visibleText(line: string): string {
  const text = line.endsWith("\r") ? line.slice(0, -1) : line;
  return text.slice(text.lastIndexOf("\r") + 1);
}

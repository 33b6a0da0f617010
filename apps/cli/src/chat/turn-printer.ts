import { createGoalTree, foldGoals } from "@goaltrace/core/goals";
import type { Entry, Update } from "@goaltrace/core/log";
import { createOutputPrinter } from "../print-output.ts";
import { humanLine } from "../print-update.ts";
import { createTreeLines } from "../tree-lines.ts";
import { followGoals, goalProgress } from "./goal-change-lines.ts";
import { followUpdate, type LiveTurn, NEW_TURN, unprintedText } from "./live-turn.ts";
import type { ChatTerminal, Tone } from "./terminal/chat-terminal.ts";

/** Shows the turns of a chat. */
export type TurnPrinter = {
  /** A turn begins. */
  begin(): void;
  take(update: Update): void;
  /** A message that the person typed here: the screen has it already. */
  typed(text: string): void;
  /** The turn so far. */
  turn(): LiveTurn;
  /** How far the plan is; empty without goals. */
  progress(): string;
};

/**
 * Creates the printer of a chat. `earlier` is its log so far, which gives goals their titles. Answers stream into a terminal line by line; into a
 * pipe they are printed whole.
 */
export function createTurnPrinter(
  { isInteractive, print }: Pick<ChatTerminal, "isInteractive" | "print">,
  earlier: readonly Entry[],
): TurnPrinter {
  let goals = earlier.length === 0 ? createGoalTree("") : foldGoals("", earlier);
  let turn = NEW_TURN;
  const typed: string[] = [];
  const lines = createTreeLines(humanLine);
  const output = createOutputPrinter((line) => print(line, "quiet"));

  function printEntry(entry: Entry): void {
    if (isInteractive && entry.kind === "message" && entry.role === "user" && wasTyped(entry.description))
      return;
    const isAnswer = entry.kind === "message" && entry.role === "assistant";
    if (!isAnswer) output.settle(entry);
    if (isAnswer) {
      const text = isInteractive ? unprintedText(turn, entry.text) : entry.text;
      if (text !== "") print(text);
      const calls = humanLine({ ...entry, text: "" });
      if (calls !== null && calls !== "") print(calls, "quiet");
      output.settle(entry);
    } else if (!isInteractive || !isCompletion(entry)) printLine(lines.line(entry), toneOf(entry));
    const followed = followGoals(goals, entry);
    goals = followed.goals;
    for (const line of followed.lines) print(line);
  }

  function printLine(line: string | null, tone: Tone): void {
    if (line !== null) print(line, tone);
  }

  /** A long message is described by its beginning. */
  function wasTyped(description: string): boolean {
    const begin = description.replace(/…$/u, "").trim();
    const at = typed.findIndex((text) => normalize(text).startsWith(normalize(begin)));
    if (at !== -1) typed.splice(at, 1);
    return at !== -1;
  }

  return {
    begin: () => {
      turn = NEW_TURN;
    },
    take: (update) => {
      const traceId = update.kind === "entry" ? update.entry.traceId : update.traceId;
      if (lines.isAgent(traceId)) {
        // The turn, its answer and its plan are those of the run itself.
        if (update.kind === "entry") printLine(lines.line(update.entry), "quiet");
        return;
      }
      if (update.kind === "delta") output.take(update);
      if (update.kind === "entry") printEntry(update.entry);
      const followed = followUpdate(turn, update);
      turn = followed.turn;
      if (isInteractive) for (const line of followed.printed) print(line);
    },
    typed: (text) => void typed.push(text),
    turn: () => turn,
    progress: () => goalProgress(goals),
  };
}

function normalize(text: string): string {
  return text.replaceAll(/\s+/gu, " ").trim();
}

/** In a terminal the next prompt says that a run is completed. */
function isCompletion(entry: Entry): boolean {
  return entry.kind === "event" && entry.type === "trace.finished" && entry.data.status === "completed";
}

function toneOf(entry: Entry): Tone {
  if (entry.kind === "message") return entry.role === "user" ? "strong" : "quiet";
  return entry.kind === "event" && entry.type === "trace.finished" ? "plain" : "quiet";
}

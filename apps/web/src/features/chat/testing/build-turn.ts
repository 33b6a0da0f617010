/* eslint-disable local/no-restricted-syntax -- a test names only the fields of an entry that it is about */
import type { Entry } from "@goaltrace/core/log";
import { EMPTY_LOG, foldUpdate } from "../chat-log.ts";
import type { Turn } from "../chat-turn.ts";

/** Returns an entry of the trace `t1`, one second after the entry before it. */
export function buildEntry(sequence: number, fields: object): Entry {
  const frame = { id: `e${sequence}`, traceId: "t1", sequence, version: 1, at: sequence * 1000 };
  return { ...frame, goalId: "root", ...fields } as Entry;
}

/** Returns the first two entries of a turn: the message "Do it" and the start of its run with `model`. */
export function buildTurnStart(model: string): readonly Entry[] {
  return [
    buildEntry(1, {
      kind: "message",
      role: "user",
      author: "person",
      parts: [{ type: "text", text: "Do it" }],
    }),
    buildEntry(2, { kind: "event", type: "trace.started", data: { models: [model], task: "Do it" } }),
  ];
}

/** Returns the first turn of a conversation, folded from its entries. Throws when the entries start no turn. */
export function buildTurn(entries: readonly Entry[]): Turn {
  const log = entries.reduce((state, entry) => foldUpdate(state, { kind: "entry", entry }), EMPTY_LOG);
  const [turn] = log.turns;
  if (turn === undefined) throw new Error("The entries start no turn.");
  return turn;
}

import type { Storyboard, StoryBox } from "@goaltrace/core/graph";

import type { AgentBox } from "./agent-boxes.ts";

/** The moves between boxes that keys make. */
export type BoxMove = "previous" | "next" | "up" | "down" | "header" | "child" | "first" | "last";

const NO_AGENTS: ReadonlyMap<string, AgentBox> = new Map();
const RESULTS: ReadonlySet<StoryBox["kind"]> = new Set(["card", "own", "stack", "branch", "lane"]);
const REACHABLE: ReadonlySet<StoryBox["kind"]> = new Set([...RESULTS, "header", "outcome"]);

/** Returns the id of the box of an end of the run. */
export function outcomeId(sequence: number): string {
  return `end:${sequence}`;
}

/** Returns the id of the selected box, that of a sub-agent at the entry that started it; null when nothing in the graph is selected. */
export function selectedBox(
  board: Storyboard,
  { goal, sequence }: { readonly goal: string | null; readonly sequence: number | null },
  agents: ReadonlyMap<string, AgentBox> = NO_AGENTS,
): string | null {
  if (sequence !== null)
    for (const [id, { agent }] of agents) if (agent.sequence === sequence && board.boxes.has(id)) return id;
  if (sequence !== null && board.boxes.has(outcomeId(sequence))) return outcomeId(sequence);
  return goal === null ? null : (board.owners.get(goal) ?? null);
}

/** Returns the target of a move from a box; null at the end. Without a start, the first or last one. */
export function moveBox(board: Storyboard, fromId: string | null, move: BoxMove): StoryBox | null {
  const from = fromId === null ? undefined : board.boxes.get(fromId);
  if (move === "last") return readingOrder(board).at(-1) ?? null;
  if (move === "first" || from === undefined) return readingOrder(board)[0] ?? null;
  switch (move) {
    case "previous":
      return inSequence(board, from, -1);
    case "next":
      return inSequence(board, from, 1);
    case "up":
      return inNextLine(board, from, -1);
    case "down":
      return inNextLine(board, from, 1);
    case "header":
      return headerAbove(board, from);
    case "child":
      return firstChild(board, from);
  }
}

/** Returns the boxes that a person can reach, in reading order, which is the order of first work. */
export function readingOrder(board: Storyboard): readonly StoryBox[] {
  return board.lines.flatMap((line) => line.boxes.filter(({ kind }) => REACHABLE.has(kind)));
}

function inSequence(board: Storyboard, from: StoryBox, direction: 1 | -1): StoryBox | null {
  const results = readingOrder(board).filter((box) => RESULTS.has(box.kind) || box.id === from.id);
  return results[results.indexOf(from) + direction] ?? null;
}

function inNextLine(board: Storyboard, from: StoryBox, direction: 1 | -1): StoryBox | null {
  const start = board.lineOf.get(from.id);
  if (start === undefined) return null;
  for (let index = start + direction; index >= 0 && index < board.lines.length; index += direction) {
    const boxes = board.lines[index]?.boxes.filter(({ kind }) => REACHABLE.has(kind)) ?? [];
    const nearest = boxes.toSorted(
      (left, right) => Math.abs(left.x - from.x) - Math.abs(right.x - from.x),
    )[0];
    if (nearest !== undefined) return nearest;
  }
  return null;
}

function headerAbove(board: Storyboard, from: StoryBox): StoryBox | null {
  const id = from.kind === "header" ? from.part.parent?.id : from.part.id;
  return id === undefined ? null : (board.boxes.get(id) ?? null);
}

function firstChild(board: Storyboard, from: StoryBox): StoryBox | null {
  if (from.kind !== "header") return null;
  const below = board.lines.slice((board.lineOf.get(from.id) ?? 0) + 1).flatMap((line) => line.boxes);
  const child = below.find((box) => REACHABLE.has(box.kind) && box.kind !== "outcome");
  return child !== undefined && isBelow(child, from) ? child : null;
}

function isBelow(box: StoryBox, header: StoryBox): boolean {
  return box.kind === "header" ? box.part.parent === header.part : box.part === header.part;
}

import type { Graph, Storyboard, StoryBox } from "@goaltrace/core/graph";

/** The path from a result to one that uses it: its corners from the first point to the last. */
export type Thread = {
  readonly from: string;
  readonly to: string;
  readonly points: readonly (readonly [number, number])[];
};

/** A thread leaves a card at this distance from its right edge, left of where its wire arrives. */
const LEAVE = 28;
const BELOW_GLYPH = 7;
const BELOW = 3;
const BESIDE = 5;

/** A goal, and one that uses something from it. */
export type GoalPair = readonly [from: string, to: string];

/**
 * Returns the threads that end or begin at a goal, along the gaps between lines and slots. Goals whose boxes are not on the board have
 * none.
 */
export function threadsOf(graph: Graph, board: Storyboard, goalId: string | null): readonly Thread[] {
  if (goalId === null) return [];
  const needed = graph.goals.get(goalId)?.dependsOn ?? [];
  const needing = [...graph.goals.values()].filter(({ dependsOn }) => dependsOn.includes(goalId));
  const pairs: readonly GoalPair[] = [
    ...needed.map((from) => [from, goalId] as const),
    ...needing.map(({ id }) => [goalId, id] as const),
  ];
  const hasBox = (id: string): boolean => boxOf(board, id)?.kind !== "header";
  return threadsBetween(
    board,
    pairs.filter(([from, to]) => hasBox(from) && hasBox(to)),
  );
}

/** Returns the threads of pairs of goals, one for each two boxes. Goals in one box, or whose boxes are not on the board, have none. */
export function threadsBetween(board: Storyboard, pairs: readonly GoalPair[]): readonly Thread[] {
  const threads = pairs.flatMap(([from, to]) => {
    const [source, target] = [boxOf(board, from), boxOf(board, to)];
    return source === null || target === null || source === target ? [] : [threadOf(board, source, target)];
  });
  return [...new Map(threads.map((thread) => [`${thread.from} ${thread.to}`, thread])).values()];
}

/** The header of a band represents the goal's own work only where no card does. */
function boxOf({ owners, boxes }: Storyboard, goalId: string): StoryBox | null {
  return boxes.get(owners.get(goalId) ?? "") ?? null;
}

function threadOf({ lines, lineOf }: Storyboard, from: StoryBox, to: StoryBox): Thread {
  const wireY = to.kind === "header" ? to.y + to.height / 2 : (lines[lineOf.get(to.id) ?? -1]?.wireY ?? to.y);
  // Below the glyph of a header, as its line is as wide as the board.
  const start =
    from.kind === "header" ? from.x + BELOW_GLYPH : from.x + Math.max(from.width - LEAVE, from.width / 2);
  const gap = from.y + from.height + BELOW;
  const column = to.x - BESIDE;
  return {
    ...{ from: from.goalId, to: to.goalId },
    points: [
      [start, from.y + from.height],
      [start, gap],
      [column, gap],
      [column, wireY],
      [to.x, wireY],
    ],
  };
}

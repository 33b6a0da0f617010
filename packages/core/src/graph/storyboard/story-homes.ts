import { LEVELS } from "./distance.ts";
import type { Cell } from "./story-rows.ts";

/** The place of a goal, and the place its sub-goals would have. */
export type Home = {
  /** The goals with headers above its sub-goals, from the root down, itself included where it may have one. */
  readonly path: readonly string[];
  /** The stack or branch that holds the goal and all below it; null outside. */
  readonly inside: Cell | null;
  /** Sequence of its place; null for a goal that has none yet. */
  readonly sequence: number | null;
  /** True when its sub-goals must be stacked: it is deeper than headers go. */
  readonly crowded: boolean;
};

/** The homes of all goals seen so far. `steps` counts the goals walked, for a test of linear time. */
export type HomeBook = {
  readonly homes: Map<string, Home>;
  readonly parentOf: (goalId: string) => string;
  steps: number;
};

/** Returns a book that knows only the root. */
export function openHomeBook(rootId: string, parentOf: (goalId: string) => string): HomeBook {
  const root: Home = { path: [rootId], inside: null, sequence: 0, crowded: false };
  return { homes: new Map([[rootId, root]]), parentOf, steps: 0 };
}

/** Returns the home of a goal. Goals above it without a place get a home as well, so that each is walked once. */
export function findHome(book: HomeBook, goalId: string): Home {
  const unknown: string[] = [];
  const walked = new Set<string>();
  let id = goalId;
  while (!book.homes.has(id) && !walked.has(id)) {
    book.steps += 1;
    walked.add(id);
    unknown.push(id);
    id = book.parentOf(id);
  }
  let home = book.homes.get(id) ?? { path: [], inside: null, sequence: null, crowded: false };
  for (const below of unknown.reverse()) {
    home = homeBelow(home, below, null);
    book.homes.set(below, home);
  }
  return home;
}

/** Returns the home of a goal whose parent has this home. */
export function homeBelow(above: Home, goalId: string, sequence: number | null): Home {
  const mayHaveHeader = above.inside === null && !above.crowded && above.path.length <= LEVELS;
  return mayHaveHeader
    ? { path: [...above.path, goalId], inside: null, sequence, crowded: false }
    : { path: above.path, inside: above.inside, sequence, crowded: true };
}

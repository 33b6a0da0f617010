import { assertNever } from "../../errors.ts";
import { columnsOf, type Distance, metricsOf } from "./distance.ts";
import { findHome, type Home, type HomeBook, homeBelow, openHomeBook } from "./story-homes.ts";
import type { Story, StoryItem } from "./story.ts";
import type { Cell, Part, StoryRow } from "./story-rows.ts";

/** Sub-goals of one band side by side before further ones are stacked: more than a person would plan. */
const ROW_LIMIT = 24;
/** Branches of one fork that have a slot each; more are stacked. */
const BRANCH_LIMIT = 8;

/** The parts of the layout that decide which boxes exist. */
export type PlaceOptions = {
  readonly width: number;
  readonly distance: Distance;
  /** Returns true for a band that shows only its header and bars. */
  readonly isFolded: (goalId: string, depth: number) => boolean;
};

/** The rows of a story, the parts that are still open from the root down, and the home of each goal. */
export type PlacedStory = {
  readonly rows: readonly StoryRow[];
  readonly open: readonly Part[];
  readonly homes: ReadonlyMap<string, Home>;
  /** By goal, the cell or part that represents its own work. */
  readonly owners: ReadonlyMap<string, Cell | Part>;
  /** The last card: the only box that may still become a header. Null after anything else. */
  readonly tip: Cell | null;
  readonly steps: number;
};

type Walk = {
  readonly story: Story;
  readonly options: PlaceOptions;
  readonly rows: StoryRow[];
  readonly open: Part[];
  readonly book: HomeBook;
  readonly owners: Map<string, Cell | Part>;
  /** The cells of each fork, by index of the branch. */
  readonly forks: Map<string, readonly Cell[]>;
  tip: Cell | null;
  steps: number;
};

/**
 * Gives every item of a story its place, in one pass. A goal becomes a band only while nothing else was placed after it, so every earlier
 * place is final. O(items).
 */
export function placeStory(story: Story, options: PlaceOptions): PlacedStory {
  const book = openHomeBook(story.rootId, story.parentOf);
  const state = { tip: null, steps: 0, book };
  const walk: Walk = {
    ...{ story, options, rows: [], open: [], owners: new Map(), forks: new Map() },
    ...state,
  };
  const root = openPart(walk, { goalId: story.rootId, parent: null, sequence: 0, continuedFrom: null });
  placeOwnWork(walk, root);
  for (const item of story.items) {
    walk.steps += 1;
    placeItem(walk, item);
  }
  const { rows, open, owners, tip } = walk;
  return { rows, open, owners, tip, homes: book.homes, steps: walk.steps + book.steps };
}

/** Returns the id of the box that shows a goal's own work while it has no sub-goals. */
function ownWorkId(goalId: string): string {
  return `own:${goalId}`;
}

/** A run without sub-goals is a single result: its own. */
function placeOwnWork(walk: Walk, root: Part): void {
  const { rootWork, items } = walk.story;
  if (rootWork === null || (items[0]?.sequence ?? Number.MAX_SAFE_INTEGER) < rootWork) return;
  const id = ownWorkId(root.goalId);
  walk.tip = addCell(walk, root, { id, kind: "own", goalId: root.goalId, sequence: rootWork });
  walk.owners.set(root.goalId, walk.tip);
}

function placeItem(walk: Walk, item: StoryItem): void {
  const { id, sequence } = item;
  switch (item.kind) {
    case "goal":
      placeGoal(walk, id, sequence);
      return;
    case "outcome":
      walk.open.length = 1;
      walk.tip = null;
      lastPart(walk).line = null;
      walk.rows.push({ kind: "outcome", part: lastPart(walk), id, sequence });
      return;
    case "fork":
      placeFork(walk, item);
      return;
    case "lane":
      placeLane(walk, item);
      return;
    default:
      assertNever(item);
  }
}

function placeGoal(walk: Walk, goalId: string, sequence: number): void {
  const { book, story } = walk;
  if ((book.homes.get(goalId)?.sequence ?? null) !== null) return;
  const above = findHome(book, story.parentOf(goalId));
  const branch = story.branchOf(goalId);
  const inside = (branch === null ? null : walk.forks.get(branch.forkId)?.[branch.index]) ?? above.inside;
  if (inside !== null && (inside.kind === "branch" || walk.open.includes(inside.part))) {
    putInside(walk, { goalId, sequence, above, cell: inside });
    return;
  }
  const { part, isFull } = openPath(walk, above.path, sequence);
  if (above.crowded || isFull || part.count >= ROW_LIMIT) {
    const cell = part.stack ?? openStack(walk, part, sequence);
    putInside(walk, { goalId, sequence, above, cell });
    return;
  }
  part.count += 1;
  const cell = addCell(walk, part, { id: goalId, kind: "card", goalId, sequence });
  cell.goals.push(goalId);
  walk.tip = cell;
  walk.owners.set(goalId, cell);
  book.homes.set(goalId, homeBelow({ ...above, inside: null }, goalId, sequence));
}

type Placing = {
  readonly goalId: string;
  readonly sequence: number;
  readonly above: Home;
  readonly cell: Cell;
};

/** Adds a goal to a stack or branch. */
function putInside(walk: Walk, { goalId, sequence, above, cell }: Placing): void {
  walk.tip = null;
  cell.goals.push(goalId);
  // A branch has its bar from the beginning, so that its goals may come late.
  if (cell.kind === "stack") cell.part.folded?.bars.push({ goals: [goalId], place: null, part: cell.part });
  walk.owners.set(goalId, cell);
  walk.book.homes.set(goalId, { path: above.path, inside: cell, sequence, crowded: true });
}

/** Opens the parts of a path that are not open yet, and closes all others. `isFull` is true where a full band ended the path early. */
function openPath(
  walk: Walk,
  path: readonly string[],
  sequence: number,
): { readonly part: Part; readonly isFull: boolean } {
  let shared = 1;
  while (shared < path.length && walk.open[shared]?.goalId === path[shared]) shared += 1;
  walk.open.length = Math.min(walk.open.length, shared);
  // The first sub-goal turns the run from a result into a header.
  if (walk.tip?.kind === "own") {
    const { part } = walk.tip;
    takeBack(walk, walk.tip);
    walk.owners.set(part.goalId, part);
  }
  for (const goalId of path.slice(shared)) {
    walk.steps += 1;
    const parent = lastPart(walk);
    const { tip } = walk;
    if (tip?.goalId === goalId && tip.part === parent) {
      takeBack(walk, tip);
      openPart(walk, { goalId, parent, sequence: tip.sequence, continuedFrom: null });
      continue;
    }
    if (parent.count >= ROW_LIMIT) return { part: parent, isFull: true };
    parent.count += 1;
    const home = walk.book.homes.get(goalId);
    const continuedFrom = home?.sequence ?? null;
    openPart(walk, { goalId, parent, sequence, continuedFrom });
    if (home !== undefined && continuedFrom === null) walk.book.homes.set(goalId, { ...home, sequence });
  }
  return { part: lastPart(walk), isFull: false };
}

function openPart(walk: Walk, fields: Pick<Part, "goalId" | "parent" | "sequence" | "continuedFrom">): Part {
  const { goalId, parent, sequence, continuedFrom } = fields;
  const depth = parent === null ? 0 : parent.depth + 1;
  if (parent !== null) parent.line = null;
  const part: Part = {
    ...fields,
    id: continuedFrom === null ? goalId : `${goalId}@${sequence}`,
    ...{ depth, count: 0, stack: null, line: null, folded: parent?.folded ?? null, bars: [] },
  };
  walk.open.push(part);
  walk.tip = null;
  if (continuedFrom === null) walk.owners.set(goalId, part);
  if (part.folded !== null) return part;
  walk.rows.push({ kind: "header", part, sequence });
  if (parent !== null && walk.options.isFolded(goalId, depth)) part.folded = part;
  return part;
}

function openStack(walk: Walk, part: Part, sequence: number): Cell {
  // An open stack grows below its line, so nothing else may stand there.
  if (walk.rows.at(-1) !== part.line) part.line = null;
  const { id, goalId } = part;
  part.stack = addCell(walk, part, { id: `stack:${id}@${sequence}`, kind: "stack", goalId, sequence });
  return part.stack;
}

function addCell(
  walk: Walk,
  part: Part,
  fields: Pick<Cell, "id" | "kind" | "goalId" | "sequence"> & Partial<Pick<Cell, "reserved">>,
): Cell {
  const cell: Cell = { reserved: null, ...fields, part, goals: [], fork: null };
  if (part.folded !== null) {
    if (cell.kind === "card") part.folded.bars.push({ goals: cell.goals, place: null, part });
    return cell;
  }
  if (part.line === null || part.line.cells.length === slotCount(walk, part)) {
    const returned = part.line !== null;
    part.line = { kind: "cards", part, cells: [], sequence: cell.sequence, returned };
    walk.rows.push(part.line);
  }
  part.line.cells.push(cell);
  return cell;
}

/** Takes the last cell away again, because its goal becomes a header. */
function takeBack(walk: Walk, { part, goalId }: Cell): void {
  walk.tip = null;
  walk.owners.delete(goalId);
  if (part.folded !== null) {
    part.folded.bars.pop();
    return;
  }
  part.line?.cells.pop();
  if (part.line?.cells.length !== 0) return;
  walk.rows.pop();
  part.line = null;
}

function placeFork(walk: Walk, item: Extract<StoryItem, { kind: "fork" }>): void {
  const { id, sequence, mode, parentId: goalId } = item;
  const { part } = openPath(walk, findHome(walk.book, goalId).path, sequence);
  part.line = null;
  part.stack = null;
  walk.tip = null;
  const branches = Math.max(1, item.branches);
  if (branches > BRANCH_LIMIT) {
    const stack = addCell(walk, part, { id, kind: "stack", goalId, sequence, reserved: branches });
    part.line = null;
    walk.forks.set(
      id,
      Array.from({ length: branches }, () => stack),
    );
    return;
  }
  const fork = { id, mode, branches };
  const cells = Array.from({ length: branches }, (_, index): Cell => {
    const place = { ...fork, index };
    return {
      id: `${id}/${index}`,
      kind: "branch",
      goalId,
      sequence,
      part,
      goals: [],
      fork: place,
      reserved: null,
    };
  });
  walk.forks.set(id, cells);
  if (part.folded !== null) {
    for (const { id: place, goals } of cells) part.folded.bars.push({ goals, place, part });
    return;
  }
  const slots = slotCount(walk, part);
  for (let from = 0; from < branches; from += slots) {
    const row = { kind: "fork", part, cells: cells.slice(from, from + slots), sequence, fork } as const;
    walk.rows.push({ ...row, isFirst: from === 0, isLast: from + slots >= branches });
  }
}

/**
 * A sub-agent is in the band of the goal that started it, after everything that was placed before its start. Results that come later begin a line
 * below it: a person who reads on finds first what was started first.
 */
function placeLane(walk: Walk, { id, sequence, parentId }: Extract<StoryItem, { kind: "lane" }>): void {
  const { part } = openPath(walk, findHome(walk.book, parentId).path, sequence);
  walk.tip = null;
  part.line = null;
  part.stack = null;
  if (part.folded !== null) {
    part.folded.bars.push({ goals: [], place: id, part });
    return;
  }
  const at = { id, goalId: part.goalId, sequence, part };
  const cell: Cell = { ...at, kind: "lane", goals: [], fork: null, reserved: null };
  const last = walk.rows.at(-1);
  if (last?.kind === "lanes" && last.part === part && last.cells.length < slotCount(walk, part))
    last.cells.push(cell);
  else walk.rows.push({ kind: "lanes", part, cells: [cell], sequence, returned: false });
}

function slotCount(walk: Walk, part: Part): number {
  const { width, distance } = walk.options;
  return columnsOf(width, part.depth, metricsOf(distance)).count;
}

function lastPart(walk: Walk): Part {
  const part = walk.open.at(-1);
  if (part === undefined) throw new Error("A storyboard always has its root");
  return part;
}

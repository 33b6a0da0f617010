import { assertNever } from "../../errors.ts";
import { type Columns, columnsOf, glyphX, type Metrics, metricsOf, RIGHT_MARGIN } from "./distance.ts";
import { layoutBars } from "./layout-bars.ts";
import { placeStory, type PlacedStory } from "./place-story.ts";
import type { Story } from "./story.ts";
import type { Cell, CellRow, ForkRow, Part, StoryRow } from "./story-rows.ts";
import type { Rail, Storyboard, StoryboardOptions, StoryBox, StoryLine } from "./storyboard.ts";

const TOP = 8;
/** Room below the last line in pixels: for the key of the marks, and for what an earlier moment says about later entries. */
export const BOTTOM = 64;
const FOLDED_HEADER = 22;
const PLANNED_HEIGHT = 28;
const OUTCOME_HEIGHT = 24;
const LANE_LABEL = 16;
/** From the cards of a line down to its panel, and the room that a panel takes besides its own height. */
const PANEL_GAP = 14;
const PANEL_AFTER = 10;
const VERDICT_AFTER = 16;
const FORK_BAR = 8;
const MERGE_BAR = 16;
const AFTER_MERGE = 12;
/** Vertical place of the glyph in a header's rail. */
const RAIL_TOP = 8;

/** From the bottom of sub-agents that are not branches down to the line with which they return to their run, in pixels. */
export function handBackRise({ below }: Metrics): number {
  return Math.floor(below / 2);
}

/**
 * Returns the storyboard of a story: boxes and lines in pixels. Nothing is measured, all follows from width and distance. Placed boxes keep
 * their place in every longer log; whatever opens moves only what is below it. O(goals + open rows).
 */
export function layoutStory(story: Story, options: StoryboardOptions): Storyboard {
  const { width, distance, folded, unfolded } = options;
  const isFolded = (goalId: string, depth: number): boolean =>
    folded?.has(goalId) === true || (distance === "map" && depth > 0 && unfolded?.has(goalId) !== true);
  const placed = placeStory(story, { width, distance, isFolded });
  const pen = newPen(options, placed);
  for (const row of placed.rows) drawRow(pen, row);
  drawPlanned(pen, story, placed);
  return {
    ...{ width, distance, metrics: pen.metrics, lines: pen.lines, boxes: pen.boxes, lineOf: pen.lineOf },
    height: pen.y + BOTTOM,
    rails: [...pen.rails.values()],
    tipId: placed.tip?.id ?? null,
    owners: new Map([...placed.owners].map(([goalId, owner]) => [goalId, shownAs(owner).id])),
    steps: placed.steps + pen.steps,
  };
}

/** The header of a folded part represents all that is in it. */
function shownAs(owner: Cell | Part): Cell | Part {
  const part = "folded" in owner ? owner : owner.part;
  return part.folded ?? owner;
}

type Pen = {
  readonly options: StoryboardOptions;
  readonly metrics: Metrics;
  /** The panel to open below a box, by the box's id. */
  readonly panels: ReadonlyMap<string, { readonly goalId: string; readonly height: number }>;
  /** The band whose own work the verdict is about; null for the work of a result. */
  readonly verdictPart: Part | null;
  readonly lines: StoryLine[];
  readonly rails: Map<Part, Rail>;
  readonly boxes: Map<string, StoryBox>;
  readonly lineOf: Map<string, number>;
  readonly columns: Map<number, Columns>;
  before: Part | null;
  y: number;
  steps: number;
};

function newPen(options: StoryboardOptions, placed: PlacedStory): Pen {
  const panels = new Map<string, { goalId: string; height: number }>();
  for (const { goalId, height } of options.panels ?? []) {
    const owner = placed.owners.get(goalId);
    // Sub-agents own no goals: they are named by their boxes.
    if (owner === undefined) panels.set(goalId, { goalId, height });
    if (owner === undefined || ("folded" in owner ? owner : owner.part).folded !== null) continue;
    const isMember = "goals" in owner && owner.kind === "stack" && options.openStacks?.has(owner.id) === true;
    panels.set(isMember ? memberId(owner, goalId) : owner.id, { goalId, height });
  }
  const blamed = placed.owners.get(options.verdict?.goalId ?? "");
  const verdictPart = blamed === undefined || !("folded" in blamed) ? null : blamed;
  const state = { before: null, y: TOP, steps: 0, verdictPart };
  const maps = { boxes: new Map<string, StoryBox>(), lineOf: new Map<string, number>() };
  return {
    ...{ options, panels, metrics: metricsOf(options.distance), lines: [], rails: new Map() },
    ...{ ...maps, columns: new Map(), ...state },
  };
}

function drawRow(pen: Pen, row: StoryRow): void {
  pen.steps += 1;
  // A band that ended leaves room before what follows it.
  if (pen.before !== null && row.part !== pen.before && row.part.parent !== pen.before)
    pen.y += pen.metrics.afterBand;
  pen.before = row.part;
  switch (row.kind) {
    case "header":
      drawHeader(pen, row.part, row.sequence);
      return;
    case "cards":
    case "lanes":
      drawCells(pen, row);
      return;
    case "fork":
      drawFork(pen, row);
      return;
    case "outcome":
      drawWide(pen, row, { id: row.id, height: OUTCOME_HEIGHT, goals: [] });
      hangOn(pen, row.part, pen.y - OUTCOME_HEIGHT / 2);
      pen.before = null;
      return;
    default:
      assertNever(row);
  }
}

function drawHeader(pen: Pen, part: Part, sequence: number): void {
  const { width } = pen.options;
  const isFolded = part.folded === part;
  const height = isFolded ? FOLDED_HEADER : pen.metrics.header;
  const x = glyphX(width, part.depth);
  const top = pen.y;
  const boxes = [
    {
      ...{ id: part.id, kind: "header" as const, goalId: part.goalId, sequence, part, goals: [], slot: 0 },
      ...{ x, y: top, width: Math.max(1, width - x - RIGHT_MARGIN), height },
    },
  ];
  if (part.parent !== null) hangOn(pen, part.parent, top + height / 2);
  if (!isFolded) pen.rails.set(part, { part, x: x + 7, top: top + height / 2 + RAIL_TOP, bottom: top });
  const bars = isFolded ? layoutBars(part, { width, top, header: height }) : null;
  const barsHeight = bars?.height ?? 0;
  pen.steps += part.bars.length;
  addLine(pen, {
    ...{ kind: "header", height: height + barsHeight, sequence, part, boxes },
    ...{ barRows: bars?.rows ?? [] },
  });
  // A band has no card to point at.
  if (pen.verdictPart === part) drawVerdict(pen, { part, sequence, caretX: null });
  drawPanel(pen, boxes, { part, sequence, after: 0 });
}

function drawCells(pen: Pen, row: CellRow): void {
  const { metrics } = pen;
  drawVerdictAbove(pen, row);
  const label = row.kind === "lanes" ? LANE_LABEL : 0;
  const wireTop = pen.y + label;
  const boxes = cellBoxes(pen, row, wireTop + metrics.wireRow);
  if (row.kind === "cards" && !row.returned) hangOn(pen, row.part, wireTop + metrics.wire);
  // The rail goes down to where the sub-agents hand back.
  if (row.kind === "lanes")
    hangOn(pen, row.part, wireTop + metrics.wireRow + metrics.card + handBackRise(metrics) + RAIL_TOP);
  addLine(pen, {
    ...{ kind: row.kind, height: label + metrics.wireRow + metrics.card, sequence: row.sequence },
    ...{ part: row.part, boxes, columns: columnsAt(pen, row.part.depth), wireY: wireTop + metrics.wire },
    entry: row.kind === "lanes" ? "none" : row.returned ? "return" : "rail",
  });
  drawPanel(pen, boxes, { part: row.part, sequence: row.sequence, after: metrics.below });
  for (const cell of row.cells)
    if (cell.kind === "stack" && pen.options.openStacks?.has(cell.id) === true) drawMembers(pen, cell);
}

function cellBoxes(pen: Pen, row: CellRow | ForkRow, y: number): StoryBox[] {
  const { x, pitch, cardWidth } = columnsAt(pen, row.part.depth);
  pen.steps += row.cells.length;
  return row.cells.map(({ id, kind, goalId, sequence, goals, part }, slot) => {
    const at = { x: x + slot * pitch, y, width: cardWidth, height: pen.metrics.card };
    return { id, kind, goalId, sequence, goals, part, slot, ...at };
  });
}

function drawFork(pen: Pen, row: ForkRow): void {
  const { metrics } = pen;
  const { part, sequence, fork } = row;
  const barY = pen.y + FORK_BAR;
  const wireTop = barY + metrics.branchLabel;
  const boxes = cellBoxes(pen, row, wireTop + metrics.wireRow);
  hangOn(pen, part, barY);
  const height = wireTop + metrics.wireRow + metrics.card - pen.y;
  const opened = boxes.findLast(({ id }) => pen.panels.has(id));
  const room = opened === undefined ? 0 : (pen.panels.get(opened.id)?.height ?? 0) + PANEL_AFTER;
  const mergeY = row.isLast ? pen.y + height + MERGE_BAR + room : null;
  addLine(pen, {
    ...{ kind: "fork", height, sequence, part, boxes, columns: columnsAt(pen, part.depth) },
    ...{ wireY: wireTop + metrics.wire, entry: "none", fork: { ...fork, barY, mergeY } },
  });
  drawPanel(pen, boxes, { part, sequence, after: row.isLast ? MERGE_BAR + AFTER_MERGE : metrics.below });
  if (mergeY !== null) hangOn(pen, part, mergeY);
}

/** The members of an open stack: lines of tiles. */
function drawMembers(pen: Pen, cell: Cell): void {
  const { part, sequence, reserved } = cell;
  const goals = reserved === null ? cell.goals : cell.goals.slice(0, reserved);
  const count = reserved ?? goals.length;
  const tiles = metricsOf("tiles");
  const columns = columnsOf(pen.options.width, part.depth, tiles);
  for (let from = 0; from < count; from += columns.count) {
    const y = pen.y + tiles.wireRow;
    const boxes = goals.slice(from, from + columns.count).map((goalId, slot): StoryBox => {
      const at = { x: columns.x + slot * columns.pitch, y, width: columns.cardWidth, height: tiles.card };
      return {
        id: memberId(cell, goalId),
        kind: "card",
        goalId,
        sequence,
        goals: [goalId],
        part,
        slot,
        ...at,
      };
    });
    pen.steps += boxes.length;
    const height = tiles.wireRow + tiles.card;
    addLine(pen, {
      ...{ kind: "members", height, sequence, part, boxes, columns },
      wireY: pen.y + tiles.wire,
    });
    drawPanel(pen, boxes, { part, sequence, after: tiles.below });
  }
}

function memberId({ id }: Cell, goalId: string): string {
  return `${id}/${goalId}`;
}

/** Ends a line with `after` pixels, and with the panel of one of its boxes in between. A later request on the same line wins. */
function drawPanel(
  pen: Pen,
  boxes: readonly StoryBox[],
  { part, sequence, after }: { readonly part: Part; readonly sequence: number; readonly after: number },
): void {
  const bottom = pen.y;
  const anchor = boxes.findLast(({ id }) => pen.panels.has(id));
  const panel = anchor === undefined ? undefined : pen.panels.get(anchor.id);
  if (anchor === undefined || panel === undefined) {
    pen.y = bottom + after;
    return;
  }
  const gap = anchor.kind === "header" ? 0 : PANEL_GAP;
  const { x } = columnsAt(pen, part.depth);
  const { goalId, height } = panel;
  const width = Math.max(1, pen.options.width - x - RIGHT_MARGIN);
  const box: StoryBox = {
    ...{ id: `panel:${anchor.id}`, kind: "panel", goalId, sequence, part, slot: 0, goals: [] },
    ...{ x, y: bottom + gap, width, height },
  };
  pen.y = bottom + gap;
  addLine(pen, {
    ...{ kind: "panel", height, sequence, part, boxes: [box] },
    caretX: anchor.kind === "header" ? x + 24 : anchor.x + 40,
  });
  pen.y = bottom + after + height + PANEL_AFTER;
}

/** The verdict about a result is above its line, and moves that line down. */
function drawVerdictAbove(pen: Pen, { cells, part, sequence }: CellRow): void {
  const { verdict } = pen.options;
  const slot = cells.findIndex(({ goals, goalId, kind }) => {
    const isAbout = kind === "own" ? goalId === verdict?.goalId : goals.includes(verdict?.goalId ?? "");
    return isAbout;
  });
  if (slot < 0) return;
  const { x, pitch } = columnsAt(pen, part.depth);
  drawVerdict(pen, { part, sequence, caretX: x + slot * pitch });
}

function drawVerdict(
  pen: Pen,
  { part, sequence, caretX }: Pick<StoryLine, "part" | "sequence" | "caretX">,
): void {
  const { verdict } = pen.options;
  if (verdict === undefined || verdict === null) return;
  const { x } = columnsAt(pen, part.depth);
  const box: StoryBox = {
    ...{ id: "verdict", kind: "verdict", goalId: verdict.goalId, sequence, part, slot: 0, goals: [] },
    ...{ x, y: pen.y, width: Math.max(1, pen.options.width - x - RIGHT_MARGIN), height: verdict.height },
  };
  addLine(pen, {
    ...{ kind: "verdict", height: verdict.height, sequence, part, boxes: [box] },
    caretX,
  });
  pen.y += VERDICT_AFTER;
}

/** Goals without work stand in one line per open band, innermost first; those of closed bands move out to the next open one. */
function drawPlanned(pen: Pen, story: Story, { open, homes }: PlacedStory): void {
  const byPart = new Map<Part, string[]>();
  for (const { id, parentId } of story.planned) {
    pen.steps += 1;
    const path = homes.get(parentId)?.path ?? [];
    const owner = open.findLast((part) => path.includes(part.goalId) || part.parent === null);
    if (owner === undefined || owner.folded !== null) continue;
    const goals = byPart.get(owner);
    if (goals === undefined) byPart.set(owner, [id]);
    else goals.push(id);
  }
  for (const part of open.toReversed()) {
    const goals = byPart.get(part);
    if (goals === undefined) continue;
    const row = { kind: "planned" as const, part, sequence: Number.MAX_SAFE_INTEGER };
    drawWide(pen, row, { id: `planned:${part.id}`, height: PLANNED_HEIGHT, goals });
    hangOn(pen, part, pen.y - PLANNED_HEIGHT / 2);
  }
}

/** A row without slots: an outcome or planned goals. */
function drawWide(
  pen: Pen,
  {
    kind,
    part,
    sequence,
  }: { readonly kind: "outcome" | "planned"; readonly part: Part; readonly sequence: number },
  { id, height, goals }: { readonly id: string; readonly height: number; readonly goals: readonly string[] },
): void {
  const x = glyphX(pen.options.width, part.depth + 1);
  const box: StoryBox = {
    ...{ id, kind, goalId: part.goalId, sequence, part, goals, slot: 0 },
    ...{ x, y: pen.y, width: Math.max(1, pen.options.width - x - RIGHT_MARGIN), height },
  };
  addLine(pen, { kind, height, sequence, part, boxes: [box] });
}

type NewLine = Pick<StoryLine, "kind" | "height" | "sequence" | "part" | "boxes"> & Partial<StoryLine>;

function addLine(pen: Pen, line: NewLine): void {
  const defaults = {
    columns: null,
    wireY: null,
    entry: "none",
    barRows: [],
    fork: null,
    caretX: null,
  } as const;
  for (const box of line.boxes) {
    pen.boxes.set(box.id, box);
    pen.lineOf.set(box.id, pen.lines.length);
  }
  pen.lines.push({ ...defaults, ...line, y: pen.y });
  pen.y += line.height;
}

/** Draws the rail of a part down to what hangs on it. */
function hangOn(pen: Pen, part: Part, y: number): void {
  const rail = pen.rails.get(part);
  if (rail !== undefined) pen.rails.set(part, { ...rail, bottom: y });
}

function columnsAt(pen: Pen, depth: number): Columns {
  const known = pen.columns.get(depth);
  if (known !== undefined) return known;
  const columns = columnsOf(pen.options.width, depth, pen.metrics);
  pen.columns.set(depth, columns);
  return columns;
}

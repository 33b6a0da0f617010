import type { GraphCall, GraphMarker, GraphTurn } from "../graph.ts";

/** Chip heights and gaps in pixels. */
const CHIP_PADDING = 16;
const AFTER_CHIP = 10;
const TAIL_GAP = 8;
/** The wire turns down into its card this far from the card's right edge. */
const TURN_DOWN = 14;
const SEAM_ROOM = 16;
/** Room per bead below which a chip does without the tools, and beads become a band. */
const TIGHT_STEP = 3.4;
const LEAST_STEP = 2.4;
const SMALL_BELOW = 5;

/** One tool call on a wire. */
export type Bead = {
  readonly call: GraphCall;
  readonly x: number;
  readonly looping: boolean;
};

/** A stretch of beads that is marked: a loop, or waiting for a change. */
export type BeadBracket = { readonly from: number; readonly until: number; readonly polling: boolean };

/** Calls on a wire that ran at the same time. */
export type BeadGroup = { readonly from: number; readonly until: number; readonly count: number };

/** A compaction on a wire, between the beads before and after it. */
export type Seam = {
  readonly x: number;
  readonly sequence: number;
  readonly before: number;
  readonly after: number;
};

/** The wire of a result and the places of everything on it. x is relative to its left end. */
export type WireRow = {
  /** Radius of the beads; null when there are too many, and `beads` holds only the marked calls on a band. */
  readonly radius: number | null;
  readonly band: { readonly from: number; readonly until: number } | null;
  readonly beads: readonly Bead[];
  readonly brackets: readonly BeadBracket[];
  readonly groups: readonly BeadGroup[];
  readonly seams: readonly Seam[];
};

export type WireRowOptions = {
  /** Room from the left end of the slot to the right edge of its card. */
  readonly width: number;
  /** Widths of the chip at the left and of the labels at the right; 0 for none. */
  readonly chip: number;
  readonly tail: number;
  /** Distance between two beads where there is room. */
  readonly step: number;
};

/** Returns where the calls of a goal stand on its wire, one bead per call in order. O(calls and markers of the goal). */
export function wireRow(
  work: {
    readonly turns: readonly GraphTurn[];
    readonly markers: readonly GraphMarker[];
    /** The ids of calls that ran at the same time, by group. @default none */
    readonly together?: readonly (readonly string[])[];
  },
  options: WireRowOptions,
): WireRow {
  const calls = work.turns.flatMap((turn) => turn.calls);
  const start = options.chip === 0 ? 0 : options.chip + AFTER_CHIP;
  const end = options.width - (options.tail === 0 ? TURN_DOWN + TAIL_GAP : options.tail + TAIL_GAP);
  const compactions = work.markers.filter((marker) => marker.kind === "compaction");
  const room = Math.max(0, end - start - compactions.length * SEAM_ROOM);
  const step = calls.length === 0 ? 0 : Math.min(options.step, room / calls.length);
  const placed = placeBeads(calls, compactions, { start, step });
  const loops = work.markers.filter((marker) => marker.kind === "loop");
  const isLooping = ({ sequence }: GraphCall): boolean =>
    loops.some((loop) => sequence >= loop.from && sequence <= loop.sequence);
  const beads = placed.beads.map((bead) => ({ ...bead, looping: isLooping(bead.call) }));
  const brackets = loops.flatMap(({ from, sequence, action }) => {
    const inside = beads.filter(({ call }) => call.sequence >= from && call.sequence <= sequence);
    const [first] = inside;
    const last = inside.at(-1);
    return first === undefined || last === undefined
      ? []
      : [{ from: first.x - step / 2, until: last.x + step / 2, polling: action === "polling" }];
  });
  const groups = (work.together ?? []).flatMap((ids) => {
    const inside = beads.filter(({ call }) => ids.includes(call.callId)).map(({ x }) => x);
    if (inside.length < 2) return [];
    return [
      {
        from: Math.min(...inside) - step / 2,
        until: Math.max(...inside) + step / 2,
        count: inside.length,
      },
    ];
  });
  const rest = { brackets, groups, seams: placed.seams };
  if (step >= LEAST_STEP || calls.length === 0)
    return { radius: step < SMALL_BELOW ? 1.9 : 2.4, band: null, beads, ...rest };
  const marked = beads.filter(({ call, looping }) => call.outcome !== "ok" || looping);
  return { radius: null, band: { from: start, until: Math.max(start, end) }, beads: marked, ...rest };
}

/** Returns true where the chip has no room to name the tools besides the calls. */
export function isTight(calls: number, room: number): boolean {
  return calls > 0 && room / calls < TIGHT_STEP;
}

/** Returns the bead nearest to a point on the wire, within reach of a pointer; null when there is none. */
export function beadAt(row: WireRow, x: number): Bead | null {
  let nearest: Bead | null = null;
  for (const bead of row.beads)
    if (Math.abs(bead.x - x) <= 5 && (nearest === null || Math.abs(bead.x - x) < Math.abs(nearest.x - x)))
      nearest = bead;
  return nearest;
}

/** Returns the width of a chip with this text, estimated: nothing is measured. */
export function chipWidth(text: string): number {
  return text === "" ? 0 : Math.ceil(textWidth(text, 11)) + CHIP_PADDING;
}

/** Returns the estimated width of a text: narrow letters, wide ones and CJK signs differ. */
export function textWidth(text: string, size: number): number {
  let em = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    em += code > 0x2e80 ? 1 : NARROW.has(letter) ? 0.3 : code >= 0x41 && code <= 0x5a ? 0.68 : 0.55;
  }
  return em * size;
}

const NARROW = new Set(" .,:;'|!iljt()[]·");

type PlacedBeads = { readonly beads: readonly Omit<Bead, "looping">[]; readonly seams: readonly Seam[] };

function placeBeads(
  calls: readonly GraphCall[],
  compactions: readonly Extract<GraphMarker, { kind: "compaction" }>[],
  { start, step }: { readonly start: number; readonly step: number },
): PlacedBeads {
  const beads: Omit<Bead, "looping">[] = [];
  const seams: Seam[] = [];
  let x = start + step / 2;
  let next = 0;
  const addSeams = (until: number): void => {
    for (
      let seam = compactions[next];
      seam !== undefined && seam.sequence < until;
      seam = compactions[next]
    ) {
      seams.push({ x: x - step / 2 + SEAM_ROOM / 2, ...pick(seam) });
      x += SEAM_ROOM;
      next += 1;
    }
  };
  for (const call of calls) {
    addSeams(call.sequence);
    beads.push({ call, x });
    x += step;
  }
  addSeams(Number.MAX_SAFE_INTEGER);
  return { beads, seams };
}

function pick({ sequence, before, after }: Omit<Seam, "x">): Omit<Seam, "x"> {
  return { sequence, before, after };
}

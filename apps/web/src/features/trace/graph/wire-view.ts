import {
  chipWidth,
  concurrentCalls,
  edgeMarks,
  isTight,
  metricsOf,
  overlappingCalls,
  textWidth,
  wireRow,
} from "@goaltrace/core/graph";
import type { Graph, GraphMarker, GraphTurn, StoryBox, WireRow } from "@goaltrace/core/graph";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import { agentFigures } from "./agent-boxes.ts";
import { type MergeMark, mergeMark, type MergeTexts } from "./merge-mark.ts";
import type { StoryScene } from "./story-scene.ts";

/** The words on a wire. Their widths are estimated, so that they are known before drawing. */
export type WireTexts = {
  readonly calls: (calls: number) => string;
  readonly callsAndTools: (calls: number, tools: number) => string;
  readonly steps: (turns: number) => string;
  readonly together: (count: number) => string;
  /** Names the goals, by number, whose results this one uses. */
  readonly after: (numbers: string) => string;
  /** Of this many calls, the most that ran at the same time. */
  readonly chipTogether: (calls: number, count: number) => string;
  /** Of a goal that began at the same time as others: `count` of them in all. */
  readonly chipOneOf: (calls: number, count: number) => string;
  /** Failed calls, of one tool or, with an empty name, of several. */
  readonly failed: (count: number, tool: string) => string;
  readonly retries: (count: number) => string;
  readonly lessons: (count: number) => string;
  readonly merge: MergeTexts;
  readonly loop: (count: number, cost: number | null) => string;
  /** A loop without its price. */
  readonly repeats: (count: number) => string;
  readonly polling: (count: number) => string;
  /** Names the entry that supports a result. */
  readonly evidence: (sequence: number) => string;
  readonly compaction: (before: number, after: number) => string;
  /** Model calls and tools together. */
  readonly agentCalls: (calls: number) => string;
  /** The current work or wait of a sub-agent. */
  readonly agentDoes: (run: TreeRun) => string;
  /** The last decision of a person about a sub-agent; empty without one. */
  readonly agentDecided: (run: TreeRun) => string;
  /** The reason why the run waits. */
  readonly waiting: string;
  readonly verified: string;
  readonly unverified: string;
  readonly revision: string;
};

/** Marks of the plan, written as words: their glyphs alone are hard to understand. */
export const PLAN_MARKS = ["revision", "verified", "unverified"] as const;
export type PlanMark = (typeof PLAN_MARKS)[number];

/** A label after the beads. `sequence` is the entry that it represents. */
export type TailMark = {
  readonly kind:
    | "errors"
    | "retries"
    | "lessons"
    | "loop"
    | "polling"
    | "waiting"
    | "evidence"
    | MergeMark["kind"]
    | PlanMark;
  readonly text: string;
  readonly sequence: number | null;
  /** The reason, for the tooltip and screen readers; empty where the text is sufficient. */
  readonly reason?: string;
  /** The repetitions of a loop. */
  readonly repeats?: number;
};

export type WireView = {
  readonly chip: string;
  readonly chipWidth: number;
  /** Behind the chip: the earlier goals whose results this one uses. Empty without any, and where it does not fit. */
  readonly after: string;
  readonly tail: readonly TailMark[];
  /** Left end of the labels, from the left edge of the box. */
  readonly tailX: number;
  readonly seams: readonly { readonly x: number; readonly text: string; readonly sequence: number }[];
};

type Work = { readonly turns: readonly GraphTurn[]; readonly markers: readonly GraphMarker[] };

/** Returns the steps and marks on the wire of a box. */
export function workOf(graph: Graph, box: StoryBox): Work {
  const goals = box.kind === "own" ? [box.goalId] : box.kind === "stack" ? [] : box.goals;
  return {
    turns: goals.flatMap((id) => graph.edges.get(id)?.turns ?? []),
    markers: goals.flatMap((id) => graph.nodes.get(id)?.markers ?? []),
  };
}

const TAIL_ICON = 16;
const TAIL_GAP = 8;

type Chip = { readonly text: string; readonly width: number };

function chipOf(
  scene: StoryScene,
  box: StoryBox,
  {
    texts,
    together,
    tail,
  }: { readonly texts: WireTexts; readonly together: Together; readonly tail: readonly TailMark[] },
): Chip {
  const { graph, board } = scene;
  // A chip does not fit into tiles: their beads show it.
  if (board.distance === "map" || board.distance === "tiles") return { text: "", width: 0 };
  if (box.kind === "stack") {
    const text = texts.together(box.goals.length);
    return { text, width: chipWidth(text) };
  }
  const agent = scene.agents.get(box.id);
  if (agent !== undefined) {
    const text = texts.agentCalls(agentFigures(agent).calls);
    return { text, width: chipWidth(text) };
  }
  const goals = box.kind === "own" ? [box.goalId] : box.goals;
  const totals = goals.flatMap((id) => graph.edges.get(id)?.totals ?? []);
  const calls = totals.reduce((sum, each) => sum + each.calls, 0);
  const tools = totals.reduce((sum, each) => Math.max(sum, each.tools), 0);
  const turns = totals.reduce((sum, each) => sum + each.turns, 0);
  if (calls === 0) {
    const text = turns === 0 ? "" : texts.steps(turns);
    return { text, width: chipWidth(text) };
  }
  const atOnce = togetherChip(scene, box, { texts, calls, together });
  if (atOnce !== null) return { text: atOnce, width: chipWidth(atOnce) };
  // If there are as many tools as calls, their number adds nothing.
  const long = tools > 1 && tools < calls ? texts.callsAndTools(calls, tools) : texts.calls(calls);
  // The names of failed calls matter more than the number of tools.
  const isShort = tail.length > 0 || isTight(calls, box.width - chipWidth(long) - 60);
  const text = isShort ? texts.calls(calls) : long;
  return { text, width: chipWidth(text) };
}

/** The chip of a box with calls that ran at the same time, or whose work began together with others; null for another box. */
function togetherChip(
  scene: StoryScene,
  box: StoryBox,
  {
    texts,
    calls,
    together,
  }: { readonly texts: WireTexts; readonly calls: number; readonly together: Together },
): string | null {
  const own = Math.max(1, ...together.map((group) => group.length));
  const begun = begunWith(scene, box);
  if (own > 1) return texts.chipTogether(calls, own);
  return begun > 1 ? texts.chipOneOf(calls, begun) : null;
}

/** The ids of calls that ran at the same time, by group. */
type Together = readonly (readonly string[])[];

/** Returns the calls of a box that ran at the same time. */
function togetherOf({ graph, timing }: StoryScene, box: StoryBox): Together {
  const { turns } = workOf(graph, box);
  // The labels of the first picture have their final widths, so that nothing on the wire moves when the timing is known.
  if (timing === null) return overlappingCalls(turns);
  const ids = turns.flatMap(({ calls }) => calls.map(({ callId }) => callId));
  return concurrentCalls(timing, ids).map((group) => group.map((index) => timing.calls[index]?.callId ?? ""));
}

/** Returns how many goals began with the message with which the work of a card began. */
function begunWith({ graph, begun }: StoryScene, box: StoryBox): number {
  const first = box.kind === "card" ? graph.edges.get(box.goalId)?.turns[0]?.sequence : undefined;
  return begun.get(first ?? -1) ?? 0;
}

const AFTER_GAP = 6;

/** The goals that a box depends on, by number. They do not fit into tiles: their threads show them. */
function afterOf({ graph, board, numbers }: StoryScene, box: StoryBox, texts: WireTexts): Chip {
  const isFar = board.distance === "map" || board.distance === "tiles";
  const needed = isFar || box.kind !== "card" ? [] : (graph.goals.get(box.goalId)?.dependsOn ?? []);
  const named = needed.flatMap((id) => numbers.get(id) ?? []);
  const text = named.length === 0 ? "" : texts.after(named.join(", "));
  return { text, width: text === "" ? 0 : AFTER_GAP + Math.ceil(textWidth(text, 11)) };
}

function tailOf(
  scene: StoryScene,
  box: StoryBox,
  { texts, together }: { readonly texts: WireTexts; readonly together: Together },
): readonly TailMark[] {
  const { graph, run } = scene;
  const tail: TailMark[] = [];
  const agent = scene.agents.get(box.id);
  if (agent !== undefined) {
    const { errors } = agentFigures(agent);
    if (errors > 0) tail.push({ kind: "errors", text: texts.failed(errors, ""), sequence: null });
    const merge = mergeMark(agent, texts.merge);
    if (merge !== null) tail.push(merge);
    return tail;
  }
  const goals = box.kind === "own" ? [box.goalId] : box.goals;
  const errors = goals.reduce((sum, id) => sum + (graph.edges.get(id)?.totals.errors ?? 0), 0);
  for (const id of goals.length === 1 ? goals : []) {
    const edge = graph.edges.get(id);
    const marks = edge === undefined ? null : edgeMarks(graph, edge);
    if (marks?.loop) {
      const { count, cost, polling, sequence } = marks.loop;
      tail.push({
        ...{ kind: polling ? "polling" : "loop", sequence },
        ...(polling ? { text: texts.polling(count) } : { text: texts.loop(count, cost), repeats: count }),
      });
    }
    if (marks !== null && marks.retries > 0)
      tail.push({
        ...{ kind: "retries", text: texts.retries(marks.retries) },
        ...{ sequence: firstMark(graph, id, "retry"), reason: retryReasons(graph, id) },
      });
    const lessons = graph.nodes.get(id)?.markerCounts.get("lesson") ?? 0;
    if (lessons > 0)
      tail.push({
        ...{ kind: "lessons", text: texts.lessons(lessons) },
        sequence: firstMark(graph, id, "lesson"),
      });
    for (const kind of PLAN_MARKS) {
      const sequence = firstMark(graph, id, kind);
      if (sequence !== null) tail.push({ kind, text: texts[kind], sequence });
    }
    const evidence = uncheckedEvidence(graph, id);
    if (evidence !== null)
      tail.push({ kind: "evidence", text: texts.evidence(evidence), sequence: evidence });
    if (run.status === "waiting" && id === run.focusId)
      tail.push({ kind: "waiting", text: texts.waiting, sequence: null });
  }
  if (errors > 0)
    tail.unshift({
      ...{ kind: "errors", text: texts.failed(errors, failedTool(graph, goals)) },
      sequence: firstMark(graph, goals[0] ?? "", "error"),
    });
  const isFar = scene.board.distance === "map" || scene.board.distance === "tiles";
  const room = isFar ? 0 : box.width * MOST_TAIL;
  const named = tailWidth(tail) <= room ? tail : tail.map((mark) => shortened(mark, errors));
  const calls = goals.reduce((sum, id) => sum + (graph.edges.get(id)?.totals.calls ?? 0), 0);
  const chip = isFar ? "" : (togetherChip(scene, box, { texts, calls, together }) ?? texts.calls(calls));
  const left = box.width - chipWidth(chip) - WIRE_GAPS - calls * LEAST_BEAD;
  const roomy = tailWidth(named) <= left ? named : named.map((mark) => withoutPrice(mark, texts));
  return withinRoom(roomy, Math.min(box.width * MOST_MARKS, left));
}

/** Gaps around the beads of a wire. */
const WIRE_GAPS = 26;
/** The least room at which a bead is apart from its neighbors. */
const LEAST_BEAD = 2.4;

/** The price of a loop gives way to the beads: its tooltip has it. */
function withoutPrice(mark: TailMark, texts: WireTexts): TailMark {
  return mark.kind === "loop" && mark.repeats !== undefined
    ? { ...mark, text: texts.repeats(mark.repeats), reason: mark.text }
    : mark;
}

/** The part of a wire that all marks together may take. */
const MOST_MARKS = 0.7;
/** The marks that are left out where not all fit, in this order. The goal tree has them too. */
const LEAST_MARKS: readonly TailMark["kind"][] = ["lessons", "evidence", "retries"];

function withinRoom(tail: readonly TailMark[], room: number): readonly TailMark[] {
  if (tailWidth(tail) <= room) return tail;
  const least = LEAST_MARKS.find((kind) => tail.some((mark) => mark.kind === kind));
  return least === undefined
    ? tail
    : withinRoom(
        tail.filter(({ kind }) => kind !== least),
        room,
      );
}

/** The part of a wire that the names of failed calls may take; beyond it only their number is shown. */
const MOST_TAIL = 0.55;

function shortened(mark: TailMark, errors: number): TailMark {
  return mark.kind === "errors" ? { ...mark, text: String(errors) } : mark;
}

/** Returns the entry that supports a completed goal while no one has checked it; null for every other goal. */
function uncheckedEvidence(graph: Pick<Graph, "goals" | "nodes">, goalId: string): number | null {
  const goal = graph.goals.get(goalId);
  const marks = graph.nodes.get(goalId)?.markerCounts;
  const isChecked = (marks?.get("verified") ?? 0) + (marks?.get("unverified") ?? 0) > 0;
  return goal?.status !== "completed" || isChecked ? null : (goal.evidence[0] ?? null);
}

/** Returns the name of the tool of all failed calls; empty when several failed, or the model. */
function failedTool(graph: Pick<Graph, "edges">, goals: readonly string[]): string {
  const [name = "", ...others] = new Set(
    goals.flatMap((id) =>
      (graph.edges.get(id)?.turns ?? []).flatMap(({ calls }) =>
        calls.flatMap((call) => (call.outcome === "error" ? [call.name] : [])),
      ),
    ),
  );
  return others.length === 0 ? name : "";
}

/** Returns why the model calls of a goal were retried, each reason once. */
function retryReasons(graph: Pick<Graph, "nodes">, goalId: string): string {
  const markers = graph.nodes.get(goalId)?.markers ?? [];
  return [...new Set(markers.flatMap((marker) => (marker.kind === "retry" ? [marker.text] : [])))].join(
    " · ",
  );
}

/** Returns the entry of the first mark of a kind at a goal; null without one. */
export function firstMark(graph: Graph, goalId: string, kind: GraphMarker["kind"]): number | null {
  return graph.nodes.get(goalId)?.markers.find((marker) => marker.kind === kind)?.sequence ?? null;
}

function tailWidth(tail: readonly TailMark[]): number {
  return tail.reduce((sum, { text }) => sum + Math.ceil(textWidth(text, 11)) + TAIL_ICON + TAIL_GAP, 0);
}

/** Everything on the wire of a box. */
type Wire = {
  readonly chip: Chip;
  readonly after: Chip;
  readonly tail: readonly TailMark[];
  readonly row: WireRow;
};

const wires = new WeakMap<StoryScene, { readonly texts: WireTexts; readonly byBox: Map<string, Wire> }>();

/** Boxes and canvas draw the same wire, so it is computed once per scene. */
function wireOf(scene: StoryScene, box: StoryBox, texts: WireTexts): Wire {
  const before = wires.get(scene);
  const known = before?.texts === texts ? before : { texts, byBox: new Map<string, Wire>() };
  if (known !== before) wires.set(scene, known);
  const wire = known.byBox.get(box.id) ?? computeWire(scene, box, texts);
  known.byBox.set(box.id, wire);
  return wire;
}

function computeWire(scene: StoryScene, box: StoryBox, texts: WireTexts): Wire {
  const isFar = scene.board.distance === "map" || scene.board.distance === "tiles";
  const together = togetherOf(scene, box);
  const tail = tailOf(scene, box, { texts, together });
  const chip = chipOf(scene, box, { texts, together, tail });
  const after = afterOf(scene, box, texts);
  const row = wireRow(
    { ...workOf(scene.graph, box), together },
    { width: box.width, chip: chip.width + after.width, tail: tailWidth(tail), step: isFar ? 7 : 9 },
  );
  return { chip, after, tail, row };
}

/** Returns the positions of the calls of a box on its wire, for the canvas. */
export function boxWire(scene: StoryScene, box: StoryBox, texts: WireTexts): WireRow {
  return wireOf(scene, box, texts).row;
}

const WITH_WIRE: ReadonlySet<StoryBox["kind"]> = new Set(["card", "own", "stack", "branch", "lane"]);

/** Returns the words on the wire of a box; null for a box without a wire. */
export function wireView(scene: StoryScene, box: StoryBox, texts: WireTexts): WireView | null {
  if (!WITH_WIRE.has(box.kind)) return null;
  const { chip, after, tail, row } = wireOf(scene, box, texts);
  const lastBead = row.band?.until ?? row.beads.at(-1)?.x ?? chip.width + after.width;
  const lastSeam = row.seams.at(-1)?.x ?? 0;
  const rightmost = box.width - tailWidth(tail) - 4;
  return {
    ...{ chip: chip.text, chipWidth: chip.width, after: after.text, tail },
    tailX: Math.max(0, Math.min(rightmost, Math.max(lastBead, lastSeam) + TAIL_GAP)),
    seams: row.seams.map(({ x, sequence, before, after }) => ({
      x,
      sequence,
      text: texts.compaction(before, after),
    })),
  };
}

/** Returns the offset of the wire above a box, from its top edge. */
export function wireOffset(distance: StoryScene["board"]["distance"]): number {
  const { wireRow: height, wire } = metricsOf(distance);
  return height - wire;
}

import { BAR_WIDTH, textWidth } from "@goaltrace/core/graph";
import type {
  Graph,
  GraphCall,
  GraphPort,
  MarkerCounts,
  Storyboard,
  StoryBox,
  StorySums,
} from "@goaltrace/core/graph";
import type { RunTimes } from "@goaltrace/core/log";
import { withoutMarkdown } from "../../../lib/without-markdown.ts";
import type { StatusName } from "../../../ui/status.ts";
import { goalStatus } from "../../../ui/goal-status.ts";
import { type AgentBox, agentFigures, agentStatus, isHandedBack } from "./agent-boxes.ts";
import { failedResults } from "./story-scene.ts";
import type { GoalCount, StoryScene } from "./story-scene.ts";
import { firstMark, PLAN_MARKS, wireView, workOf } from "./wire-view.ts";
import type { PlanMark, WireTexts, WireView } from "./wire-view.ts";

/** One call named on a card. */
export type KeyCall = Pick<GraphCall, "callId" | "name" | "description" | "sequence" | "outcome">;

/** A sub-agent as shown in its box. `times` is null when unknown and once it has ended. */
export type AgentView = {
  readonly traceId: string;
  readonly name: string;
  /** The entry that records its start. */
  readonly sequence: number;
  readonly times: RunTimes | null;
  readonly unverified: number;
  /** The number and title of the goal in which its report was read, where that is not the one that started it; null otherwise. */
  readonly readIn: string | null;
};

/** All ports of a box in one direction. `sequence`: the entry of the newest. `names`: of the newest few that have one. */
export type PortView = {
  readonly direction: GraphPort["direction"];
  /** The kind of all of them; null when they differ. */
  readonly kind: GraphPort["kind"] | null;
  readonly count: number;
  readonly sequence: number;
  readonly names: readonly string[];
};

/** Where the run first went wrong, and what it left broken; empty where the log does not say. */
export type VerdictView = {
  readonly sequence: number;
  readonly text: string;
  readonly broken: string;
};

/** A mark of the plan with the entry that it represents. */
export type HeaderWord = {
  readonly kind: PlanMark;
  readonly sequence: number;
};

/** The content of a box as plain values, so that a box rerenders only when one of them changed. */
export type BoxView = {
  readonly id: string;
  readonly kind: StoryBox["kind"];
  readonly goalId: string;
  readonly sequence: number;
  readonly depth: number;
  readonly status: StatusName;
  readonly number: string | null;
  readonly title: string;
  readonly result: string;
  /** Null for boxes without work of their own. */
  readonly sums: Omit<StorySums, "marks"> | null;
  readonly marks: MarkerCounts;
  /** Marks of the goal itself that are written as words in its header. */
  readonly words: readonly HeaderWord[];
  readonly ports: readonly PortView[];
  readonly count: GoalCount;
  readonly ownCalls: number;
  readonly ownTurns: number;
  /** Null without a price. */
  readonly ownCost: number | null;
  readonly members: number;
  readonly folded: boolean;
  readonly foldable: boolean;
  readonly continuedFrom: number | null;
  /** The sub-agent that the box stands for; null for goals. */
  readonly agent: AgentView | null;
  /** The contents of the verdict; null for all other boxes. */
  readonly verdict: VerdictView | null;
  readonly wire: WireView | null;
  readonly keyCalls: readonly KeyCall[];
  /** The number of calls that are not named; 0 where none are named. */
  readonly moreCalls: number;
  readonly twoLineTitle: boolean;
  /** Shares of the largest result, or of the largest band for a header, from 0 to 1. */
  readonly timeShare: number;
  readonly costShare: number;
  /** Right end of bars that stand on a header's own line, from its left edge; null for all other boxes. */
  readonly barsUntil: number | null;
  readonly dimmed: boolean;
  readonly tone: "none" | "failed" | "waiting" | "running" | "abandoned";
  readonly planned: readonly {
    readonly id: string;
    readonly number: string | null;
    readonly title: string;
  }[];
};

const NO_MARKS: MarkerCounts = new Map();
const NO_PORTS: readonly PortView[] = [];
const NO_WORDS: readonly HeaderWord[] = [];
const NO_COUNT: GoalCount = { done: 0, total: 0, givenUp: 0 };
const KEY_CALLS = 3;
const PORT_NAMES = 5;
const DIRECTIONS = ["in", "out"] as const;
/** The plan already shows its changes. */
const PLAN_TOOL = "goal";
/** Glyph, gaps and padding beside a card's title. */
const TITLE_MARGIN = 46;

/** Returns the content of a box. Pure. Reads the box's own goals, never the log. */
export function boxView(scene: StoryScene, box: StoryBox, texts: WireTexts): BoxView {
  const { graph, board, sums, numbers, counts, largest, lit } = scene;
  const agent = scene.agents.get(box.kind === "panel" ? box.goalId : box.id);
  if (agent !== undefined) return agentView(scene, box, { agent, texts });
  const goal = graph.goals.get(box.goalId);
  const whole = sums.whole.get(box.id) ?? memberSums(graph, box);
  const own = sums.own.get(box.id);
  const status = boxStatus(scene, box);
  const isHeader = box.kind === "header";
  const title = box.kind === "outcome" ? "" : (goal?.title ?? "");
  const number = numbers.get(box.goalId) ?? null;
  const [mostMs, mostCost] = isHeader
    ? [largest.bandMs, largest.bandCost]
    : [largest.resultMs, largest.resultCost];
  const named = board.distance === "detail" ? keyCalls(graph, box) : [];
  const titleWidth = textWidth(`${number ?? ""} ${title}`, 12) * 1.06;
  return {
    ...{ id: box.id, kind: box.kind, goalId: box.goalId, sequence: box.sequence, status, number, title },
    depth: box.part.depth,
    result: resultOf(scene, box, { status, texts }),
    sums: whole ?? null,
    marks: whole?.marks ?? NO_MARKS,
    words: isHeader ? headerWords(graph, box.goalId) : NO_WORDS,
    ports: portsOf(graph, isHeader ? [box.goalId] : box.goals),
    count: counts.get(box.goalId) ?? NO_COUNT,
    ownCalls: own?.calls ?? 0,
    ownTurns: own?.turns ?? 0,
    ownCost: own?.cost ?? null,
    members: box.goals.length,
    folded: box.part.folded === box.part,
    foldable: isHeader && box.part.depth > 0,
    agent: null,
    verdict: box.kind === "verdict" ? verdictView(scene) : null,
    continuedFrom: isHeader ? box.part.continuedFrom : null,
    wire: box.kind === "header" ? null : wireView(scene, box, texts),
    keyCalls: named,
    moreCalls: named.length === 0 ? 0 : (whole?.calls ?? named.length) - named.length,
    twoLineTitle: titleWidth > box.width - TITLE_MARGIN,
    timeShare: share(whole?.workedMs, mostMs),
    costShare: share(whole?.cost, mostCost),
    barsUntil: isHeader ? barsUntil(board, box) : null,
    dimmed: lit !== null && !isLit(lit, box),
    tone: boxTone(status),
    planned:
      box.kind === "planned"
        ? box.goals.map((id) => ({
            id,
            number: numbers.get(id) ?? null,
            title: graph.goals.get(id)?.title ?? "",
          }))
        : [],
  };
}

function verdictView({ graph, verdict }: StoryScene): VerdictView | null {
  if (verdict === null) return null;
  return { sequence: verdict.sequence, text: verdict.text, broken: failedResults(graph).join(" · ") };
}

/** Returns the last decision of a person about a sub-agent, shown before its result, which fills the rest of the line. */
function agentResult({ agent: { end }, run }: AgentBox, texts: WireTexts): string {
  const decided = run === null ? "" : texts.agentDecided(run);
  const result = end === null ? (run === null ? "" : texts.agentDoes(run)) : withoutMarkdown(end.text);
  return [decided, result].filter((text) => text !== "").join(" · ");
}

/** The content of the box of a sub-agent. Its work is in a separate log, so its figures are not among those of goals. */
function agentView(
  scene: StoryScene,
  box: StoryBox,
  { agent: agentBox, texts }: { readonly agent: AgentBox; readonly texts: WireTexts },
): BoxView {
  const { agent, name } = agentBox;
  const { end, task: title } = agent;
  const { calls, errors, tokens, cost, durationMs, times } = agentFigures(agentBox);
  const status = agentStatus(agentBox);
  const { resultMs, resultCost } = scene.largest;
  return {
    ...{ id: box.id, kind: box.kind, goalId: box.goalId, sequence: agent.sequence, status, title },
    ...{ number: null, depth: box.part.depth, marks: NO_MARKS, ports: [], count: NO_COUNT, members: 0 },
    words: NO_WORDS,
    result: agentResult(agentBox, texts),
    sums: { turns: 1, calls, tools: 0, errors, tokens, cost, workedMs: durationMs ?? 0 },
    ...{ ownCalls: calls, ownTurns: 0, ownCost: null, folded: false, foldable: false, continuedFrom: null },
    agent: {
      ...{ traceId: agent.traceId, name, sequence: agent.sequence },
      ...{ times: end === null ? times : null, unverified: end?.unverified ?? 0 },
      readIn: isHandedBack(agent) || end === null ? null : nameOf(scene, end.goalId),
    },
    verdict: null,
    wire: wireView(scene, box, texts),
    ...{ keyCalls: [], moreCalls: 0, planned: [], barsUntil: null },
    twoLineTitle: textWidth(title, 12) * 1.06 > box.width - TITLE_MARGIN,
    timeShare: share(durationMs, resultMs),
    costShare: share(cost, resultCost),
    dimmed: scene.lit !== null,
    tone: boxTone(status),
  };
}

function nameOf({ graph, numbers }: StoryScene, goalId: string): string {
  return `${numbers.get(goalId) ?? ""} ${graph.goals.get(goalId)?.title ?? ""}`.trim();
}

function headerWords(graph: Graph, goalId: string): readonly HeaderWord[] {
  return PLAN_MARKS.flatMap((kind) => {
    const sequence = firstMark(graph, goalId, kind);
    return sequence === null ? [] : [{ kind, sequence }];
  });
}

function portsOf({ ports }: Graph, goals: readonly string[]): readonly PortView[] {
  const all = goals.flatMap((goalId) => ports.get(goalId) ?? []);
  if (all.length === 0) return NO_PORTS;
  return DIRECTIONS.flatMap((direction) => {
    const own = all.filter((port) => port.direction === direction);
    const last = own.at(-1);
    if (last === undefined) return [];
    const names = own.map(({ name }) => name).filter((name) => name !== "");
    const count = own.reduce((sum, port) => sum + port.count, 0);
    const kind = own.every((port) => port.kind === last.kind) ? last.kind : null;
    const shown = [...new Set(names)].slice(-PORT_NAMES);
    return [{ direction, kind, count, sequence: last.sequence, names: shown }];
  });
}

function barsUntil({ lines, lineOf }: Storyboard, box: StoryBox): number | null {
  const [row] = lines[lineOf.get(box.id) ?? -1]?.barRows ?? [];
  const last = row?.bars.at(-1);
  return row === undefined || last === undefined || row.y !== box.y ? null : last.x + BAR_WIDTH - box.x;
}

function isLit(lit: ReadonlySet<string>, box: StoryBox): boolean {
  if (box.kind === "header") return lit.has(box.goalId);
  return lit.has(box.id) || box.goals.some((goalId) => lit.has(goalId));
}

/** Tiles of an open stack have no totals: their goals belong to the stack's box. */
function memberSums(graph: Graph, box: StoryBox): StorySums | undefined {
  if (box.kind !== "card") return undefined;
  const edge = graph.edges.get(box.goalId);
  const marks = graph.nodes.get(box.goalId)?.markerCounts ?? NO_MARKS;
  return edge === undefined
    ? undefined
    : { ...edge.totals, tokens: edge.worked.tokens, workedMs: edge.worked.ms, marks };
}

function share(value: number | null | undefined, most: number): number {
  return value === null || value === undefined || most === 0 ? 0 : Math.min(1, value / most);
}

/** Returns the status of the goals that a box represents. */
function boxStatus({ graph, run }: StoryScene, box: StoryBox): StatusName {
  if (box.kind === "outcome") return outcomeStatus(graph, run, box);
  if (box.kind === "stack") return worstStatus(box.goals.map((id) => statusOf(graph, run, id)));
  return statusOf(graph, run, box.goalId);
}

/** The end of the run has the status of the run; those of earlier turns have their own. */
function outcomeStatus(graph: Graph, run: StoryScene["run"], box: StoryBox): StatusName {
  const status = graph.nodes.get(box.id)?.outcome?.status ?? "completed";
  const isLast = graph.order.at(-1)?.id === box.id;
  return isLast && run.hasErrors === true ? "problems" : status;
}

/** Returns the status of a goal in a run. */
export function statusOf(graph: Graph, run: StoryScene["run"], goalId: string): StatusName {
  const goal = graph.goals.get(goalId);
  return goal === undefined ? "pending" : goalStatus(goal, run);
}

const BY_URGENCY: readonly StatusName[] = [
  "waiting",
  "failed",
  "problems",
  "running",
  "interrupted",
  "cancelled",
];

/** Returns the status of several goals together: the one that needs attention most. */
export function worstStatus(statuses: readonly StatusName[]): StatusName {
  return BY_URGENCY.find((status) => statuses.includes(status)) ?? statuses[0] ?? "completed";
}

function boxTone(status: StatusName): BoxView["tone"] {
  if (status === "failed" || status === "waiting" || status === "running" || status === "abandoned")
    return status;
  return "none";
}

function resultOf(
  { graph }: StoryScene,
  box: StoryBox,
  { status, texts }: { readonly status: StatusName; readonly texts: WireTexts },
): string {
  if (box.kind === "outcome") return withoutMarkdown(graph.nodes.get(box.id)?.outcome?.text ?? "");
  if (box.kind === "stack") return "";
  const goal = graph.goals.get(box.goalId);
  const outcome = goal?.abandonReason ?? goal?.summary;
  if (outcome !== undefined && outcome !== null) return withoutMarkdown(outcome);
  const last = graph.order.at(-1)?.outcome;
  if (box.goalId === graph.rootId && last !== null && last !== undefined) {
    const [broken] = last.status === "failed" ? failedResults(graph) : [];
    return withoutMarkdown(broken ?? last.text);
  }
  if (status === "failed") return withoutMarkdown(lastError(graph, box.goalId) ?? goal?.reason ?? "");
  if (status === "waiting" && box.kind === "header") return texts.waiting;
  if (status === "running" || status === "waiting")
    return withoutMarkdown(graph.edges.get(box.goalId)?.turns.at(-1)?.description ?? goal?.reason ?? "");
  return withoutMarkdown(goal?.reason ?? "");
}

function lastError(graph: Graph, goalId: string): string | undefined {
  const marker = graph.nodes.get(goalId)?.markers.findLast((candidate) => candidate.kind === "error");
  return marker?.kind === "error" ? marker.text : undefined;
}

function keyCalls(graph: Graph, box: StoryBox): readonly KeyCall[] {
  const calls = workOf(graph, box)
    .turns.flatMap((turn) => turn.calls)
    .filter(({ name, outcome }) => name !== PLAN_TOOL || outcome !== "ok");
  const rank = ({ outcome, durationMs }: GraphCall): number =>
    (outcome === "error" ? Number.MAX_SAFE_INTEGER : 0) + (durationMs ?? 0);
  const chosen = new Set([...calls].sort((left, right) => rank(right) - rank(left)).slice(0, KEY_CALLS));
  return calls
    .filter((call) => chosen.has(call))
    .map(({ callId, name, description, sequence, outcome }) => {
      return { callId, name, description, sequence, outcome };
    });
}

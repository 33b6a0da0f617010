import { assertNever } from "../errors.ts";
import { blankGoal, messageFields, statusFields } from "../goals/goal-tree.ts";
import { type GoalChange, ROOT_GOAL_ID } from "../goals/goal.ts";
import type { OutlineEntry } from "../log/outline.ts";
import { handleOutline, type OutlineHandlers, type OutlineOf } from "../log/outline-handlers.ts";
import { addPort, applyMemory } from "./add-port.ts";
import { addWork, addWorkTime } from "./add-work.ts";
import { applyMerge } from "./apply-merge.ts";
import { updateGoal } from "./goal-lookup.ts";
import { type Journal, NO_JOURNAL } from "./journal.ts";
import type {
  CallPlace,
  Graph,
  GraphCall,
  GraphChange,
  GraphEdge,
  GraphMarker,
  GraphTurn,
  MarkerByKind,
} from "./graph.ts";
import { UNCHANGED } from "./graph.ts";
import { isWithoutCall } from "../log/is-without-call.ts";
import { isSameLoop, mergeLoops } from "../log/merge-loops.ts";
import { moveCall } from "./move-call.ts";
import { portOfCall } from "./port-of-call.ts";
import { childList, ensureGoal, placeGoal, placeOutcome } from "./place-node.ts";

/** Returns the graph of an empty log: only the root node. A journal that records takes back the entries that are applied after this. */
export function createGraph(rootTitle: string, journal: Journal = NO_JOURNAL): Graph {
  const root = { ...blankGoal(ROOT_GOAL_ID, null, rootTitle), status: "in_progress" as const };
  const graph: Graph = {
    rootId: root.id,
    journal,
    focusId: root.id,
    goals: new Map([[root.id, root]]),
    children: new Map(),
    nodes: new Map(),
    order: [],
    edges: new Map(),
    calls: new Map(),
    ports: new Map(),
    agents: new Map(),
    placedUnder: new Map(),
    placeholders: new Set(),
    activeId: root.id,
    live: null,
    failedAttempts: 0,
    attemptedAt: 0,
    solved: null,
    placedGoals: 0,
    lastSequence: -1,
    version: 0,
    structure: 0,
    work: 0,
  };
  placeGoal(graph, root.id, 0);
  return graph;
}

/**
 * Folds one entry into the graph, in place, at a cost independent of its size. Entries arrive in order of sequence; an entry seen before is
 * ignored, so repeated delivery is harmless. Unknown goals and calls become placeholders rather than errors.
 */
export function applyEntry(graph: Graph, entry: OutlineEntry): GraphChange {
  if (entry.q <= graph.lastSequence) return UNCHANGED;
  graph.journal.keep(graph);
  graph.lastSequence = entry.q;
  graph.version += 1;
  graph.work += 1;
  const change = handleOutline(HANDLERS, graph, entry) ?? UNCHANGED;
  if (change.structure) graph.structure += 1;
  return change;
}

/** Changes by kind of entry; a kind without a handler is not drawn. */
const HANDLERS: OutlineHandlers<Graph, GraphChange> = {
  user: (graph, entry) =>
    applyMessage(graph, entry, (edge) => {
      edge.totals.tokens += entry.n;
    }),
  assistant: (graph, entry) => applyMessage(graph, entry, (edge) => applyTurn(graph, edge, entry)),
  tool: (graph, entry) => applyMessage(graph, entry, (edge) => applyResult(graph, edge, entry)),
  started: applyStart,
  approval: (graph, { state, call }) => (state === "requested" ? awaitPerson(graph, call) : UNCHANGED),
  question: (graph, { state, call = "" }) => (state === "asked" ? awaitPerson(graph, call) : UNCHANGED),
  goals: (graph, entry) => applyGoals(graph, entry.ops, entry.q),
  loop: (graph, { g, q, detector, from, count, action }) =>
    markLoop(graph, g, { kind: "loop", sequence: q, detector, from, count, action }),
  called: applyHelper,
  retry: (graph, { g, q, t, attempt, d, m = 0 }) => {
    if (graph.failedAttempts === 0) graph.attemptedAt = t - m;
    graph.failedAttempts += 1;
    return mark(graph, g, { kind: "retry", sequence: q, attempt, text: d });
  },
  error: (graph, { g, q, d }) => {
    graph.failedAttempts = 0;
    graph.live = null;
    return mark(graph, g, { kind: "error", sequence: q, text: d });
  },
  limit: (graph, { g, q, d }) => mark(graph, g, { kind: "limit", sequence: q, text: d }),
  claim: (graph, { goalId, verdict, q, d }) =>
    // The goals of steps show this by their status; the answer of a run has no goal of its own.
    goalId !== graph.rootId || verdict === "not_done"
      ? UNCHANGED
      : mark(graph, goalId, { kind: verdict, sequence: q, text: d }),
  lesson: (graph, { g, q, d }) => mark(graph, g, { kind: "lesson", sequence: q, text: d }),
  plan: (graph, { g, q, d, revision }) =>
    revision === 0 ? UNCHANGED : mark(graph, g, { kind: "revision", sequence: q, text: d }),
  resumed: (graph, { g, q, unknown }) => {
    graph.live = null;
    return mark(graph, g, { kind: "resumed", sequence: q, unknown });
  },
  compacted: (graph, { g, q, n, before, after }) =>
    mark(graph, g, { kind: "compaction", sequence: q, messages: n, before, after }),
  calling: (graph, { g, call }) => {
    graph.live = { goalId: g, callId: call };
    graph.failedAttempts = 0;
    return { nodes: [g], edges: [g], structure: false };
  },
  memory: applyMemory,
  skill: (graph, { g, q, d }) =>
    addPort(graph, g, { direction: "in", kind: "skill", sequence: q, count: 1, name: d }),
  child: applyAgent,
  merge: applyMerge,
  begin: (graph, entry) => applyBegin(graph, entry.d),
  end: applyEnd,
};

function applyMessage(graph: Graph, entry: OutlineEntry, add: (edge: GraphEdge) => void): GraphChange {
  const placed = placeGoal(graph, entry.g, entry.q);
  const edge = graph.edges.get(entry.g);
  const isGoal = updateGoal(graph, entry.g, (goal) => messageFields(goal, entry.q));
  if (edge === undefined || !isGoal) return UNCHANGED;
  graph.activeId = entry.g;
  graph.journal.keep(edge);
  graph.journal.keep(edge.totals);
  // The first message of a run gives it a place.
  if (edge.firstSequence === null) graph.structure += 1;
  edge.firstSequence ??= entry.q;
  edge.lastSequence = entry.q;
  edge.totals.messages += 1;
  add(edge);
  return { nodes: [entry.g], edges: [entry.g], structure: placed };
}

function applyTurn(graph: Graph, edge: GraphEdge, entry: OutlineOf<"assistant">): void {
  // An answer that a helper call gave has the figures of that call, which are in the sums already.
  const { i, o, c, m } = isWithoutCall(entry) && graph.solved !== null ? graph.solved : entry;
  graph.solved = null;
  // Attempts that failed, and the pauses after them, are part of the call.
  const from = Math.min(entry.t - entry.m, graph.failedAttempts > 0 ? graph.attemptedAt : entry.t);
  const turn = addTurn(graph, edge, {
    sequence: entry.q,
    goalId: entry.g,
    description: entry.d,
    inputTokens: i,
    outputTokens: o,
    cost: c,
    durationMs: m,
    attempts: graph.failedAttempts + 1,
  });
  graph.failedAttempts = 0;
  graph.live = null;
  edge.totals.turns += 1;
  addWorkTime(graph, edge, { from, ms: entry.t - from });
  addWork(edge, entry);
  for (const callId of entry.calls) addCall(graph, edge, { turn, callId });
}

/** A helper call is work of the goal in which it was made, so that all goals together add up to the run. */
function applyHelper(graph: Graph, entry: OutlineOf<"called">): GraphChange {
  const { p: purpose, g, i, o, c, m } = entry;
  // The message of a step has its figures.
  if (purpose === "step" || purpose === "final") return UNCHANGED;
  const edge = graph.edges.get(g) ?? graph.edges.get(graph.rootId);
  if (edge === undefined) return UNCHANGED;
  if (purpose === "solve") graph.solved = { i, o, c, m };
  graph.journal.keep(edge.totals);
  addWorkTime(graph, edge, { from: entry.t - m, ms: m });
  addWork(edge, entry);
  return { nodes: [], edges: [edge.id], structure: false };
}

function addTurn(
  { journal }: Graph,
  edge: GraphEdge,
  fields: Omit<GraphTurn, "calls" | "callsBefore">,
): GraphTurn {
  const last = edge.turns.at(-1);
  const callsBefore = last === undefined ? 0 : last.callsBefore + last.calls.length;
  const turn: GraphTurn = { ...fields, calls: [], callsBefore };
  journal.push(edge.turns, turn);
  return turn;
}

function addCall(
  graph: Graph,
  edge: GraphEdge,
  { turn, callId }: { readonly turn: GraphTurn; readonly callId: string },
): CallPlace {
  graph.work += 1;
  const place = { turn, index: turn.calls.length };
  graph.journal.set(graph.calls, callId, place);
  // The turn begins with this entry and disappears with it.
  const unknown = {
    name: "",
    description: "",
    outcome: "running",
    startedAt: null,
    runFrom: null,
    endedAt: null,
    durationMs: null,
  } as const;
  turn.calls.push({ callId, ...unknown, sequence: turn.sequence });
  edge.totals.calls += 1;
  return place;
}

function applyResult(graph: Graph, edge: GraphEdge, entry: OutlineOf<"tool">): void {
  const known = graph.calls.get(entry.call) ?? addLostCall(graph, edge, entry);
  // Calls belong to the turn that issued them, even when the call itself moved the focus. One that was refused before it started belongs where
  // its result is.
  const wasRefused = entry.s !== "ok" && known.turn.calls[known.index]?.name === "";
  const place = wasRefused ? moveCall(graph, known, entry) : known;
  const { name, d: description, q: sequence, s: outcome, m: durationMs } = entry;
  const from = place.turn.calls[place.index]?.startedAt ?? entry.t - entry.m;
  // Results of parallel calls are recorded in the order of the calls: an early one waits for the others.
  const endedAt = Math.max(from, Math.min(entry.t, from + entry.m));
  fillCall(graph, place, { name, description, sequence, outcome, endedAt, durationMs });
  const issuer = graph.edges.get(place.turn.goalId) ?? edge;
  graph.journal.keep(issuer.totals);
  graph.journal.add(issuer.toolNames, entry.name);
  issuer.totals.tools = issuer.toolNames.size;
  edge.totals.tokens += entry.n;
  issuer.totals.durationMs += entry.m;
  addWorkTime(graph, issuer, { from, ms: entry.m });
  const port = portOfCall(entry);
  if (port !== null) addPort(graph, issuer.target, port);
  if (entry.s === "error") mark(graph, issuer.target, { kind: "error", sequence: entry.q, text: entry.d });
}

/** A result without its turn, from a damaged or foreign log, becomes a turn of its own instead of being lost. */
function addLostCall(graph: Graph, edge: GraphEdge, entry: OutlineOf<"tool">): CallPlace {
  const turn = addTurn(graph, edge, {
    ...{ sequence: entry.q, goalId: entry.g, description: "", attempts: 1 },
    ...{ inputTokens: 0, outputTokens: 0, cost: 0, durationMs: 0 },
  });
  return addCall(graph, edge, { turn, callId: entry.call });
}

function fillCall({ journal }: Graph, { turn, index }: CallPlace, fields: Partial<GraphCall>): void {
  const call = turn.calls[index];
  if (call !== undefined) journal.replace(turn.calls, index, { ...call, ...fields });
}

function applyStart(graph: Graph, entry: OutlineOf<"started">): GraphChange {
  const issued = graph.calls.get(entry.call);
  if (issued === undefined) return UNCHANGED;
  const from = issued.turn.goalId;
  // A plan's calls are issued together, each for a goal of its own.
  const place = moveCall(graph, issued, entry);
  const runFrom = place.turn.calls[place.index]?.runFrom ?? entry.t;
  fillCall(graph, place, { name: entry.name, startedAt: entry.t, runFrom });
  if (place === issued) return { nodes: [], edges: [from], structure: false };
  return { nodes: [entry.g], edges: [from, entry.g], structure: true };
}

/** A call that waits for a person does not run until it starts again. */
function awaitPerson(graph: Graph, callId: string): GraphChange {
  const place = graph.calls.get(callId);
  if (place === undefined) return UNCHANGED;
  fillCall(graph, place, { runFrom: null });
  return { nodes: [], edges: [place.turn.goalId], structure: false };
}

/** A sub-agent has a place of its own; the first one of its goal makes the goal a node. */
function applyAgent(graph: Graph, entry: OutlineOf<"child">): GraphChange {
  const { agents } = graph;
  const { child: traceId, q: sequence, g: goalId } = entry;
  if (entry.state === "spawned") {
    if (agents.has(traceId)) return UNCHANGED;
    placeGoal(graph, goalId, sequence);
    const { d: agent, task = "", call: callId = null, index, size, merge = "all" } = entry;
    const branch = index === undefined || size === undefined ? null : { index, size, merge };
    const added = { traceId, agent, task, goalId, sequence, callId, branch, merged: null, end: null };
    graph.journal.set(agents, traceId, added);
    return { nodes: [goalId], edges: [], structure: true };
  }
  const known = agents.get(traceId);
  if (known === undefined) return UNCHANGED;
  const { state: status, d: text, steps = 0, n: tokens = 0, m: durationMs = 0, c: cost = null } = entry;
  const { unverified = 0, g: readIn } = entry;
  const end = { status, sequence, goalId: readIn, text, steps, tokens, durationMs, cost, unverified };
  graph.journal.set(agents, traceId, { ...known, end });
  return { nodes: [known.goalId], edges: [], structure: true };
}

function mark(graph: Graph, goalId: string, marker: GraphMarker): GraphChange {
  const placed = placeGoal(graph, goalId, marker.sequence);
  const node = graph.nodes.get(goalId);
  if (node === undefined) return UNCHANGED;
  graph.structure += 1;
  graph.journal.push(node.markers, marker);
  graph.journal.set(node.markerCounts, marker.kind, (node.markerCounts.get(marker.kind) ?? 0) + 1);
  const edge = graph.edges.get(goalId);
  if (edge !== undefined && marker.kind === "error") {
    graph.journal.keep(edge.totals);
    edge.totals.errors += 1;
  }
  return { nodes: [goalId], edges: [goalId], structure: placed };
}

/** Detections whose calls overlap are one loop: the guard notes it, then refuses it, then stops the run. */
function markLoop(graph: Graph, goalId: string, loop: MarkerByKind["loop"]): GraphChange {
  const markers = graph.nodes.get(goalId)?.markers ?? [];
  const index = markers.findLastIndex(({ kind }) => kind === "loop");
  const before = markers[index];
  if (before?.kind !== "loop" || !isSameLoop(before, loop)) return mark(graph, goalId, loop);
  graph.structure += 1;
  graph.journal.replace(markers, index, mergeLoops(before, loop));
  return { nodes: [goalId], edges: [goalId], structure: false };
}

function applyBegin(graph: Graph, title: string): GraphChange {
  // A continued log has another `begin` with its next task; the root keeps the first title.
  updateGoal(graph, graph.rootId, (root) => ({
    status: "in_progress",
    title: root.title === "" ? title : root.title,
  }));
  return { nodes: [graph.rootId], edges: [], structure: true };
}

function applyEnd(graph: Graph, entry: OutlineOf<"end">): GraphChange {
  graph.live = null;
  updateGoal(graph, graph.rootId, () => ({ status: entry.status === "completed" ? "completed" : "failed" }));
  const outcome = placeOutcome(graph, { status: entry.status, text: entry.d }, entry.q);
  return { nodes: [graph.rootId, outcome], edges: [outcome], structure: true };
}

function applyGoals(graph: Graph, operations: readonly GoalChange[], sequence: number): GraphChange {
  const nodes = new Set<string>();
  for (const operation of operations) {
    graph.work += 1;
    applyOperation(graph, operation, sequence);
    if (graph.nodes.has(operation.goalId)) nodes.add(operation.goalId);
  }
  return { nodes: [...nodes], edges: [...nodes], structure: true };
}

function applyOperation(graph: Graph, operation: GoalChange, sequence: number): void {
  switch (operation.op) {
    case "created":
      createGoal(graph, operation);
      return;
    case "changed":
      updateGoal(graph, operation.goalId, () => ({ title: operation.title, reason: operation.reason }));
      return;
    case "status":
      ensureGoal(graph, operation.goalId);
      updateGoal(graph, operation.goalId, () => statusFields(operation));
      // A finished goal is a node even without messages; a goal abandoned before any work is not.
      if (operation.status === "completed" || operation.status === "failed")
        placeGoal(graph, operation.goalId, sequence);
      if (operation.verified !== null && operation.verified !== undefined) {
        const kind = operation.verified ? "verified" : "unverified";
        mark(graph, operation.goalId, { kind, sequence, text: operation.summary ?? "" });
      }
      return;
    case "focused":
      placeGoal(graph, operation.goalId, sequence);
      graph.focusId = operation.goalId;
      graph.activeId = operation.goalId;
      return;
    default:
      return assertNever(operation);
  }
}

function createGoal(graph: Graph, operation: Extract<GoalChange, { op: "created" }>): void {
  const { goalId, parentId, index, title, reason, acceptance, dependsOn } = operation;
  const existing = graph.goals.get(goalId);
  const isPlaceholder = graph.journal.remove(graph.placeholders, goalId);
  if (existing !== undefined && !isPlaceholder) return;
  ensureGoal(graph, parentId);
  if (isPlaceholder) {
    const waiting = childList(graph, graph.rootId);
    graph.journal.splice(waiting, waiting.indexOf(goalId), { remove: 1, insert: [] });
  }
  graph.journal.set(graph.goals, goalId, {
    ...(existing ?? blankGoal(goalId, parentId, title)),
    parentId,
    title,
    reason,
    acceptance,
    dependsOn,
  });
  graph.journal.splice(childList(graph, parentId), index, { remove: 0, insert: [goalId] });
}

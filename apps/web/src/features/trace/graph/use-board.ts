"use client";
import { expandEdge, layoutStory, storyOf } from "@goaltrace/core/graph";
import type { Distance, Graph, Story } from "@goaltrace/core/graph";
import { isTerminal } from "@goaltrace/core/log";
import { useTranslations } from "next-intl";
import { useEffect, useMemo, useState } from "react";
import { useFormat } from "../../../lib/use-format.ts";
import { isDeepEqual } from "../parts/is-deep-equal.ts";
import { useLog, useView } from "../state/debugger-provider.tsx";
import { openAround } from "../state/url-state.ts";
import { type AgentBox, agentBoxes, agentFigures } from "./agent-boxes.ts";
import { bandFolding } from "./bands.ts";
import { wireTexts } from "./wire-texts.ts";
import type { WireTexts } from "./wire-view.ts";
import { outcomeId } from "./box-moves.ts";
import { openEdges } from "./folding.ts";
import { openingDistance, rememberDistance } from "./opening-distance.ts";
import { findVerdict, storyScene } from "./story-scene.ts";
import { missingAt } from "./verdict-of.ts";
import { decideFirstFolding, placeOfVerdict } from "./opening-view.ts";
import { useOverview } from "../why/use-overview.ts";
import type { StoryScene } from "./story-scene.ts";
import type { TreeRun } from "../../../lib/run-tree/use-run-tree.ts";
import { useAgentNames } from "../state/use-agent-names.ts";
import { usePageTree } from "../state/use-page-tree.ts";
import { runState } from "../state/run-state.ts";

type Size = { readonly width: number; readonly height: number };

const NO_RUNS: readonly TreeRun[] = [];
const PANEL_HEAD = 30;
const PANEL_ROW = 24;
const PANEL_PADDING = 10;
/** Rows of a sub-agent that are shown at once. */
const AGENT_ROWS = 10;

/** The story of the graph, and its scene at the current width and distance. */
export type Board = { readonly story: Story; readonly scene: StoryScene; readonly distance: Distance };

/** Returns the board of the displayed moment; null until the pane has a size. The first distance is kept until a person chooses another. */
export function useBoard({ width, height }: Size): Board | null {
  const view = useView(({ goal, sequence, open, hideAbandoned, bands, distance }) => ({
    goal,
    sequence,
    open,
    hideAbandoned,
    bands,
    distance,
  }));
  const { model, fullModel, trace, presentTrace, onlyGoals, isNow, isPainted } = useLog((log) => ({
    ...{ model: log.model, fullModel: log.fullModel, trace: log.trace, presentTrace: log.presentTrace },
    ...{ onlyGoals: log.onlyGoals, isNow: log.isNow, isPainted: log.isPainted },
  }));
  const tree = usePageTree();
  const nameOf = useAgentNames();
  const runs = isNow && tree !== null ? tree.runs : NO_RUNS;
  const { goal, sequence, open, hideAbandoned, bands } = view;
  const [first, setFirst] = useState<Distance | null>(null);
  const isWorking = !isTerminal(presentTrace.status);
  const { graph } = model;
  const { structure } = graph;
  const story = useMemo(() => {
    // The graph grows in place.
    void structure;
    return storyOf(graph, { hideAbandoned, only: onlyGoals });
  }, [graph, structure, hideAbandoned, onlyGoals]);
  const { status } = trace;
  const verdict = useSame(findVerdict(graph, runState(status, graph)));
  const wholeGraph = fullModel.graph;
  const verdictRequest = useMemo(
    () => placeOfVerdict(wholeGraph, verdict, width),
    [verdict, width, wholeGraph],
  );
  if (first === null && width > 0) {
    const distance = openingDistance(story, { width, height }, { id: trace.id, isWorking });
    setFirst(distance);
    decideFirstFolding(wholeGraph, { width, height }, { story, distance, verdict: verdictRequest });
  }
  const { id } = trace;
  useEffect(() => {
    if (first !== null && isWorking) rememberDistance(id, first);
  }, [first, id, isWorking]);
  const distance = view.distance ?? first ?? "cards";
  // The end of a run is a separate box, not one of the steps.
  const isEnd = sequence !== null && graph.nodes.has(outcomeId(sequence));
  const edges = openEdges({ open, goal, sequence: isEnd ? null : sequence });
  const agents = agentBoxes(graph, runs);
  const panels = useSame(
    edges.map((id) => {
      const agent = agents.get(id);
      const around = openAround({ goal, sequence }, id);
      return {
        goalId: id,
        height: agent === undefined ? panelHeight(graph, id, around) : agentHeight(agent),
      };
    }),
  );
  const board = useMemo(() => {
    if (width === 0) return null;
    return layoutStory(story, {
      ...{ width, distance, ...bandFolding(wholeGraph, { distance, bands, goal }) },
      ...{ panels, openStacks: new Set(open) },
      verdict: verdictRequest,
    });
  }, [story, wholeGraph, width, distance, bands, open, goal, panels, verdictRequest]);
  // The exact times follow the first picture, because finding them takes a pass over the whole log.
  const timing = isPainted ? model.timing() : null;
  const { overview } = useOverview();
  const missing =
    verdict === null ? null : (missingAt(verdict, overview?.diagnosis.findings ?? [])?.sequence ?? null);
  const scene = useMemo(() => {
    if (board === null) return null;
    const shown = model.graph;
    const run = runState(status, shown);
    const dims = verdict !== null && goal === null;
    return storyScene({ graph: shown, board, run, verdict, dims, runs, nameOf, timing, missing });
  }, [board, model, verdict, goal, status, runs, nameOf, timing, missing]);
  return useMemo(() => (scene === null ? null : { story, scene, distance }), [story, scene, distance]);
}

/** Returns the previous value while the next one is equal to it, so that dependent values are not computed again. */
function useSame<Value>(next: Value): Value {
  const [same, setSame] = useState(next);
  if (same === next || isDeepEqual(same, next)) return same;
  setSame(next);
  return next;
}

function panelHeight(graph: Graph, goalId: string, around: number | undefined): number {
  const { turns, earlier, later } = expandEdge(graph, goalId, around === undefined ? {} : { around });
  const rows = turns.reduce(
    (sum, { calls, hiddenCalls }) => sum + 1 + calls.length + (hiddenCalls > 0 ? 1 : 0),
    0,
  );
  const counts = (earlier.turns > 0 ? 1 : 0) + (later.turns > 0 ? 1 : 0);
  return PANEL_HEAD + Math.max(1, rows + counts) * PANEL_ROW + PANEL_PADDING;
}

/** A working agent may still make calls, so its panel has a fixed height and scrolls. */
function agentHeight(box: AgentBox): number {
  const rows = box.agent.end === null ? AGENT_ROWS : Math.min(AGENT_ROWS, agentFigures(box).calls);
  return PANEL_HEAD + Math.max(2, rows) * PANEL_ROW + PANEL_PADDING;
}

/** Returns the words on wires in the person's language. */
export function useWireTexts(): WireTexts {
  const translate = useTranslations("trace.graph");
  const agents = useTranslations("agents");
  const format = useFormat();
  const waitingFor = useLog((log) => log.trace.waitingFor);
  return useMemo(
    () => wireTexts({ translate, agents, format, waitingFor }),
    [translate, agents, format, waitingFor],
  );
}

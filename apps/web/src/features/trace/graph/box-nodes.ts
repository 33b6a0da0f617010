import type { StoryBox } from "@goaltrace/core/graph";
import type { Node } from "@xyflow/react";
import { isDeepEqual } from "../parts/is-deep-equal.ts";
import { boxView } from "./box-view.ts";
import type { AgentBox } from "./agent-boxes.ts";
import { boxWire } from "./wire-view.ts";
import type { BoxView } from "./box-view.ts";
import type { WireTexts } from "./wire-view.ts";
import type { StoryScene } from "./story-scene.ts";

/** The props of a box: its content and its selection state. */
export type BoxData = {
  readonly view: BoxView;
  readonly selection: "none" | "selected" | "holds";
  readonly opened: boolean;
  readonly tabStop: boolean;
  readonly size: { readonly width: number; readonly height: number };
  readonly distance: StoryScene["board"]["distance"];
  /** Where the caret of a panel or verdict points, from its left edge. */
  readonly caretX: number | null;
};
export type BoxNode = Node<BoxData, "box">;

export type BoxSelection = {
  readonly goal: string | null;
  readonly sequence: number | null;
  readonly open: readonly string[];
  readonly tabStop: string | null;
};

/**
 * Returns boxes as React Flow nodes. Sizes are preset, so that nothing is measured. A box with the same content as in `before` is the same
 * object, so that a live entry rerenders only its own box; if all are, so is the list.
 */
export function toBoxNodes(
  scene: StoryScene,
  boxes: readonly StoryBox[],
  {
    texts,
    selection,
    before,
  }: {
    readonly texts: WireTexts;
    readonly selection: BoxSelection;
    readonly before: BoxNode[];
  },
): BoxNode[] {
  const previous = new Map(before.map((node) => [node.id, node]));
  const holder = selection.goal === null ? null : (scene.board.owners.get(selection.goal) ?? null);
  const bead = verdictBead(scene, texts);
  const nodes = boxes.map((box) => {
    const { x, y, width, height } = box;
    const line = scene.board.lines[scene.board.lineOf.get(box.id) ?? -1];
    const node: BoxNode = {
      id: box.id,
      type: "box",
      position: { x, y },
      ...{ width, height, measured: { width, height } },
      // An explicit empty list: otherwise React Flow searches for handles and renders each box a second time.
      handles: [],
      data: {
        view: boxView(scene, box, texts),
        selection: selectionOf(box, selection, { holder, agent: scene.agents.get(box.id) }),
        opened: selection.open.includes(
          box.kind === "stack" || scene.agents.has(box.id) ? box.id : box.goalId,
        ),
        tabStop: box.id === selection.tabStop,
        size: { width, height },
        distance: scene.board.distance,
        caretX:
          line?.caretX == null || (box.kind === "verdict" && bead === null)
            ? null
            : line.caretX - x + (box.kind === "verdict" ? (bead ?? 0) : 0),
      },
    };
    const last = previous.get(box.id);
    return last !== undefined && isSameNode(last, node) ? last : node;
  });
  const isSame = nodes.length === before.length && nodes.every((node, index) => node === before[index]);
  return isSame ? before : nodes;
}

/** Returns the place of the verdict's call on its wire, from the left edge of its box; null when the verdict is not above that wire. */
function verdictBead(scene: StoryScene, texts: WireTexts): number | null {
  const { board, verdict } = scene;
  const box = board.boxes.get(board.owners.get(verdict?.goalId ?? "") ?? "");
  if (verdict === null || verdict.shownAt !== verdict.goalId) return null;
  if (box === undefined) return 0;
  return boxWire(scene, box, texts).beads.find(({ call }) => call.sequence === verdict.sequence)?.x ?? 24;
}

function isSameNode(left: BoxNode, right: BoxNode): boolean {
  return (
    left.position.x === right.position.x &&
    left.position.y === right.position.y &&
    isDeepEqual(left.data, right.data)
  );
}

function selectionOf(
  box: StoryBox,
  { goal, sequence }: BoxSelection,
  { holder, agent }: { readonly holder: string | null; readonly agent: AgentBox | undefined },
): BoxData["selection"] {
  if (agent !== undefined) return agent.agent.sequence === sequence ? "selected" : "none";
  if (box.kind === "panel" || box.kind === "verdict" || box.kind === "planned") return "none";
  if (box.kind === "outcome") return box.sequence === sequence ? "selected" : "none";
  const isChosen = box.id === holder || (box.kind === "card" && box.goalId === goal);
  if (!isChosen) return "none";
  return sequence === null && (box.goalId === goal || box.goals.includes(goal ?? "")) ? "selected" : "holds";
}

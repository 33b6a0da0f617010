"use client";
import { useMemo } from "react";
import type { ReactElement } from "react";
import { DebuggerProvider, useStateReader } from "../state/debugger-provider.tsx";
import type { Debugger } from "../state/debugger.ts";
import type { PlacedPicture } from "./first-picture.ts";
import { GraphActionsProvider } from "./graph-actions.ts";
import type { GraphActions } from "./graph-actions.ts";
import { StoryBox } from "./story-box.tsx";
import { StuckHeaders } from "./stuck-headers.tsx";

const nothing = (): void => undefined;
const NO_ACTIONS: GraphActions = {
  ...{ selectGoal: nothing, selectSequence: nothing, toggleSteps: nothing, toggleStack: nothing },
  ...{ toggleBand: nothing, showAll: nothing, noteDrawn: nothing, isUsable: false },
};

/**
 * The boxes of a graph as it opens, over the pane where the graph follows. They are visible only where the panels have exactly the size for which they
 * were placed, so that none of them moves when the graph takes over, and they cannot be used before.
 */
export function FirstPictureBoxes({ picture }: { readonly picture: PlacedPicture }): ReactElement {
  const { boxes, scroll, stuck, place } = picture;
  const { left, top, width, height, rowWidth, rowHeight } = place;
  const state = useStateOf(picture);
  const visible = `@container ${near("width", rowWidth)} and ${near("height", rowHeight)} { .first-picture { visibility: visible } }`;
  return (
    <DebuggerProvider state={state}>
      <GraphActionsProvider value={NO_ACTIONS}>
        <div inert aria-hidden="true" className="pointer-events-none absolute inset-0 [container-type:size]">
          <style>{visible}</style>
          <div
            className="first-picture invisible absolute overflow-hidden"
            style={{ left, top, width, height }}
          >
            {boxes.map(({ id, position: { x, y }, data }) => (
              <div
                key={id}
                className="absolute top-0 left-0"
                style={{ ...data.size, transform: `translate(${x}px, ${y - scroll}px)` }}
              >
                <StoryBox {...data} />
              </div>
            ))}
            {stuck !== null && <StuckHeaders view={stuck} onTop={nothing} onSelect={nothing} />}
          </div>
        </div>
      </GraphActionsProvider>
    </DebuggerProvider>
  );
}

/** The condition that a length is this many pixels, which browsers may have rounded. */
function near(name: "width" | "height", pixels: number): string {
  return `(${name} > ${pixels - 1}px) and (${name} < ${pixels + 1}px)`;
}

/** The state of the debugger with what the boxes read from the log. */
function useStateOf({ took, entries }: PlacedPicture): Debugger {
  const read = useStateReader();
  return useMemo(() => {
    const state = read();
    const model = { ...state.log.model, entries, length: entries.length, took: () => took };
    return { ...state, log: { ...state.log, model, fullModel: model } };
  }, [read, took, entries]);
}

import { CARD_HEIGHT, COLUMN_PITCH, FIRST_LANE_Y, LANE_PITCH, LEFT_MARGIN } from "@goaltrace/core/graph";
import { expect, it } from "vitest";
import { cardForm, fitZoom, stepZoom, zoomLevel } from "./zoom-level.ts";

/** The space for the graph between both panels on a screen 1440 px wide. */
const CANVAS = { width: 808, height: 640 };

it("keeps the cards and chips of a fitted run of six goals, with titles below the cards", () => {
  const columns = 8;
  const run = {
    width: LEFT_MARGIN + columns * COLUMN_PITCH,
    height: FIRST_LANE_Y + 3 * LANE_PITCH + CARD_HEIGHT,
  };
  const zoom = fitZoom(run, CANVAS);
  expect(zoomLevel(zoom)).toBe("middle");
  expect(cardForm(zoom)).toBe("titled below");
});

it("draws a long run in the far view and full cards at the scale of the middle level", () => {
  const long = fitZoom({ width: 30_000, height: 640 }, CANVAS);
  expect([zoomLevel(long), cardForm(long)]).toEqual(["far", "none"]);
  expect(cardForm(stepZoom(long, 1))).toBe("whole");
  expect(zoomLevel(stepZoom(1, -1))).toBe("far");
});

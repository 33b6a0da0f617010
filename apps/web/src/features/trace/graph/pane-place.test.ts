import { expect, it } from "vitest";
import { isBetween, readPanePlace, writePanePlace } from "./pane-place.ts";

const PLACE = { left: 232, top: 36, width: 800, height: 640, rowWidth: 1384, rowHeight: 676 };

it("reads the place that was written", () => {
  expect(readPanePlace(writePanePlace(PLACE))).toEqual(PLACE);
});

it("reads no place from anything else", () => {
  const wider = writePanePlace({ ...PLACE, width: 1_153 });
  const empty = writePanePlace({ ...PLACE, height: 0 });
  const vast = writePanePlace({ ...PLACE, rowHeight: 5_001 });
  const texts = [
    undefined,
    "",
    "1.2.3",
    "232.36.-800.640.1384.676",
    "232.36.8e2.640.1384.676",
    "a.b.c.d.e.f",
  ];
  for (const text of [...texts, wider, empty, vast]) expect(readPanePlace(text), text).toBeNull();
});

it("reports panes that would cover a panel beside them", () => {
  const panels = { left: 232, right: 352 };
  expect(isBetween(PLACE, panels)).toBe(true);
  expect(isBetween({ ...PLACE, left: 260, width: 700 }, panels)).toBe(true);
  expect(isBetween({ ...PLACE, width: 1_152 }, panels)).toBe(false);
  expect(isBetween({ ...PLACE, left: 176, width: 856 }, panels)).toBe(false);
});

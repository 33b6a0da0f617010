import { expect, it } from "vitest";
import { drawFrame, eraseFrame } from "./draw-frame.ts";

const frame = (lines: readonly string[], row: number, column: number) => ({ lines, cursor: { row, column } });

it("writes the lines that stay above the frame, and puts the cursor at its place", () => {
  const next = frame(["status", "› ab", "help"], 1, 3);
  expect(drawFrame({ previous: null, next, printed: ["answer"], columns: 20 })).toBe(
    "\u001B[?25lanswer\r\nstatus\r\n› ab\r\nhelp\u001B[1A\r\u001B[3C\u001B[?25h",
  );
});

it("erases the previous frame from its first row", () => {
  expect(eraseFrame(frame(["one", "two", "› "], 2, 2), 20)).toBe("\u001B[2A\r\u001B[J");
  expect(eraseFrame(null, 20)).toBe("");
});

it("counts the rows of a frame as a narrower terminal has wrapped them", () => {
  const wide = frame(["x".repeat(20), "\u001B[2m中中中\u001B[22m", `› ${"y".repeat(10)}`], 2, 12);
  // 20 columns are 4 rows of 5, the six of the second line 2, and the cursor is in the third row of its line.
  expect(eraseFrame(wide, 5)).toBe("\u001B[8A\r\u001B[J");
});

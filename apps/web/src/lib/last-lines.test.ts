import { expect, it } from "vitest";
import { lastLines } from "./last-lines.ts";

it("returns the last lines as a terminal would show them", () => {
  expect(lastLines("one\ntwo\nthree\n", 2)).toEqual({ lines: ["two", "three"], isTruncated: true });
  expect(lastLines("one\r\n 10 %\r 50 %\r 90 %", 5)).toEqual({ lines: ["one", " 90 %"], isTruncated: false });
  expect(lastLines("\n \n", 2)).toEqual({ lines: [], isTruncated: false });
});

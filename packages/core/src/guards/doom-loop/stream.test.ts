import { expect, it } from "vitest";
import { STREAM_BLOCK_REPEATS } from "../../tunables.ts";
import { repeatedEnding } from "./stream.ts";

const block = (length: number): string =>
  Array.from({ length }, (_, index) => String.fromCharCode(0x4e00 + index)).join("");

it.each([12, 13, 57, 400])("finds a block of %i characters that the end repeats", (length) => {
  const repeated = block(length);
  const text = repeated.repeat(STREAM_BLOCK_REPEATS);
  expect(repeatedEnding(text)).toEqual({ start: 0, block: repeated });
  expect(repeatedEnding(`An answer. ${text}`)).toEqual({ start: 11, block: repeated });
});

it.each([11, 401])("ignores a repeated block of %i characters", (length) => {
  expect(repeatedEnding(`An answer. ${block(length).repeat(STREAM_BLOCK_REPEATS)}`)).toBeNull();
});

it("ignores a block that repeats once less, or not up to the end", () => {
  const repeated = block(20);
  expect(repeatedEnding(repeated.repeat(STREAM_BLOCK_REPEATS - 1))).toBeNull();
  expect(repeatedEnding(`${"-".repeat(400)}${repeated.repeat(STREAM_BLOCK_REPEATS - 1)}`)).toBeNull();
  expect(repeatedEnding(`${repeated.repeat(STREAM_BLOCK_REPEATS)} and on`)).toBeNull();
  expect(repeatedEnding("")).toBeNull();
});

it("ignores white space and rows of one character, which tables and rulers consist of", () => {
  expect(repeatedEnding("\t \n".repeat(400))).toBeNull();
  expect(repeatedEnding("-".repeat(6_000))).toBeNull();
  expect(repeatedEnding("\n".repeat(6_000))).toBeNull();
  const ruled = `${"-".repeat(14)}+`;
  expect(repeatedEnding(ruled.repeat(STREAM_BLOCK_REPEATS))).toEqual({ start: 0, block: ruled });
  const underlined = `+${"-".repeat(14)}`;
  expect(repeatedEnding(underlined.repeat(STREAM_BLOCK_REPEATS))).toEqual({ start: 0, block: underlined });
});

it("reports where the last repetitions start when the block repeats more often", () => {
  const repeated = block(30);
  expect(repeatedEnding(repeated.repeat(STREAM_BLOCK_REPEATS + 3))).toEqual({ start: 90, block: repeated });
});

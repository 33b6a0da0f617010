import { expect, it } from "vitest";
import { spreadOverThreads } from "./spread-over-threads.ts";

const [a, b] = [{}, {}];
const order = (...scored: readonly (readonly [number, object | null])[]): readonly number[] =>
  spreadOverThreads(
    scored.map(([score, thread]) => ({ score, thread })),
    ({ thread }) => thread,
  ).map(({ score }) => score);

it("lets a thread's further documents fall behind those of other threads that are nearly as good", () => {
  expect(order([10, a], [9.9, a], [9.5, b])).toEqual([10, 9.5, 9.9]);
  expect(order([10, a], [9.9, a], [1, b])).toEqual([10, 9.9, 1]);
});

it("keeps the order of documents without a thread", () => {
  expect(order([3, null], [2.9, null], [2.8, null])).toEqual([3, 2.9, 2.8]);
});

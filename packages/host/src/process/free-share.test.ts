import { createTestClock } from "@goaltrace/core/testing";
import { expect, it } from "vitest";
import { createFreeShare } from "./free-share.ts";

it("falls while the process is busy, keeps a sixteenth, and rises again while there is room", () => {
  const clock = createTestClock();
  let busy = 1;
  const share = createFreeShare(clock, () => busy);
  const after = (seconds: number): number => {
    let now = share();
    for (let half = 0; half < 2 * seconds; half += 1) {
      clock.advance(500);
      now = share();
    }
    return now;
  };
  expect(share()).toBe(1);
  const second = after(1);
  expect(second).toBeLessThan(0.5);
  expect(after(60)).toBe(1 / 16);
  busy = 0.5;
  expect(after(1)).toBeGreaterThan(1 / 16);
  expect(after(60)).toBe(1);
  busy = 1;
  after(60);
  busy = 0.8;
  expect(after(5)).toBeLessThan(1 / 8);
  expect(after(120)).toBe(1);
});

it("is whole again after an hour in which nobody asked", () => {
  const clock = createTestClock();
  let busy = 1;
  const share = createFreeShare(clock, () => busy);
  for (let half = 0; half < 100; half += 1) {
    clock.advance(500);
    share();
  }
  expect(share()).toBe(1 / 16);
  busy = 0.1;
  clock.advance(3_600_000);
  expect(share()).toBe(1);
});

it("looks at the process at most twice a second", () => {
  const clock = createTestClock();
  let looks = 0;
  const share = createFreeShare(clock, () => (looks += 1));
  for (let call = 0; call < 100; call += 1) {
    clock.advance(10);
    share();
  }
  expect(looks).toBe(2);
});

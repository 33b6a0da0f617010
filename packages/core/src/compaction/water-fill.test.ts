import fc from "fast-check";
import { expect, it } from "vitest";
import { waterFill } from "./water-fill.ts";

it("gives every part an equal share, and the others what one does not need", () => {
  expect(waterFill([10, 100, 100], 90)).toEqual([10, 40, 40]);
  expect(waterFill([100, 20], 500)).toEqual([100, 20]);
  expect(waterFill([5, 5], -1)).toEqual([0, 0]);
  expect(waterFill([], 10)).toEqual([]);
});

it("never exceeds a need or the room, and leaves room only where nothing is needed", () => {
  fc.assert(
    fc.property(fc.array(fc.nat(500)), fc.nat(3_000), (needs, room) => {
      const shares = waterFill(needs, room);
      const sum = shares.reduce((total, share) => total + share, 0);
      const needed = needs.reduce((total, need) => total + need, 0);
      expect(shares.every((share, index) => share <= (needs[index] ?? 0))).toBe(true);
      expect(sum).toBe(Math.min(room, needed));
    }),
  );
});

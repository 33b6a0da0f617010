import { expect, it } from "vitest";
import { heldRoom, type ThreadHeights } from "./held-room.ts";

const at = (content: number, slot: number, view = 690): ThreadHeights => ({ content, slot, view });

it("keeps the space of a request that was decided", () => {
  expect(heldRoom(0, at(900, 500), at(368, 0))).toBe(532);
  // It closes in two steps: first its buttons, then the rest.
  const first = heldRoom(0, at(900, 500), at(810, 410));
  expect(heldRoom(first, at(810, 410), at(368, 0))).toBe(532);
});

it("fills the space with what comes next, so that the height does not change until the space is full", () => {
  let [room, content] = [532, 368];
  for (const grown of [100, 32, 300]) {
    room = heldRoom(room, at(content, 0), at(content + grown, 0));
    content += grown;
    expect(room + content).toBe(900);
  }
  expect(heldRoom(room, at(content, 0), at(content + 400, 0))).toBe(0);
});

it("uses the space for the next request, too", () => {
  expect(heldRoom(532, at(368, 0), at(668, 300))).toBe(232);
});

it("leaves the end of the thread in view where a request was higher than the screen", () => {
  expect(heldRoom(0, at(9_000, 800, 600), at(8_168, 0, 600))).toBe(480);
  expect(heldRoom(480, at(8_168, 0, 600), at(8_168, 0, 300))).toBe(180);
  expect(heldRoom(0, at(9_000, 800, 80), at(8_168, 0, 80))).toBe(0);
});

it("counts content that arrives at the moment when a request disappears", () => {
  expect(heldRoom(0, at(900, 500), at(400, 0))).toBe(500);
  expect(heldRoom(0, at(900, 500), at(950, 0))).toBe(0);
});

it("keeps no space for anything else that disappears, such as turns that are no longer shown", () => {
  expect(heldRoom(0, at(9_000, 0), at(4_000, 0))).toBe(0);
  expect(heldRoom(40, at(9_000, 200), at(4_000, 200))).toBe(40);
});

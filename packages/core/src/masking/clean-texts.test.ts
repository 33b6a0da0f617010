import { expect, it } from "vitest";
import { createCleanTexts } from "./clean-texts.ts";

const text = (letter: string, length = 600): string => letter.repeat(length);

it("remembers long texts until newer ones need the room, and evicts the least recently used first", () => {
  const texts = createCleanTexts(1_500);
  texts.add(text("a"));
  texts.add(text("b"));
  expect(texts.has(text("a"))).toBe(true);
  texts.add(text("c"));
  expect([texts.has(text("a")), texts.has(text("b")), texts.has(text("c"))]).toEqual([true, false, true]);
});

it("remembers neither short texts nor texts longer than all its room", () => {
  const texts = createCleanTexts(1_500);
  texts.add("short");
  texts.add(text("a", 1_501));
  texts.add(text("b"));
  expect([texts.has("short"), texts.has(text("a", 1_501)), texts.has(text("b"))]).toEqual([
    false,
    false,
    true,
  ]);
});

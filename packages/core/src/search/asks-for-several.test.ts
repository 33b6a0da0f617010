import { expect, it } from "vitest";
import { asksForSeveral } from "./asks-for-several.ts";

it.each([
  "Which games does Nate play?",
  "What kinds of recipes has Jo made",
  "Where has Melanie camped?",
  "How many tournaments did he win?",
  "小王去过哪些城市？",
])("takes %s for a question with several answers", (query) => {
  expect(asksForSeveral(query)).toBe(true);
});

it.each([
  "What is the deploy window?",
  "What does Mira drink?",
  "When did he move?",
  "小王的生日是哪天？",
  "",
])("takes %s for a question with one answer", (query) => {
  expect(asksForSeveral(query)).toBe(false);
});

import { expect, it } from "vitest";
import { analyzeQuery, analyzeText } from "./analyze-text.ts";

it.each([
  ["Caroline's kids don't go running", ["carolin", "child", "go", "run"]],
  ["getUserById v2.3", ["get", "user", "id", "getuserbyid", "v2", "3", "v2.3"]],
  ["會議的時間", ["会", "议", "会议", "议的", "时", "的时", "间", "时间"]],
])("splits %j into stems, parts of identifiers, characters and pairs", (text, terms) => {
  expect(analyzeText(text)).toEqual(terms);
});

it("weighs words of a Chinese query above their characters and drops function words", () => {
  const query = analyzeQuery("請問退款的進度是什麼");
  expect(query.get("退款")).toBe(1);
  expect(query.get("进度")).toBe(1);
  expect(query.get("退")).toBeLessThan(0.5);
  expect([...query.keys()]).not.toContain("什么");
  expect([...query.keys()].some((term) => term.includes("的"))).toBe(false);
});

it("finds a verb of one character before a particle", () => {
  expect(analyzeQuery("我养的宠物").get("养")).toBeGreaterThan(0.5);
});

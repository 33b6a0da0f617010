import { expect, it } from "vitest";
import type { UserMessage } from "../log/message.ts";
import { archiveText, userSection } from "./user-messages.ts";
import { buildLog } from "../testing/builders.ts";

const messages = (...texts: readonly string[]): readonly UserMessage[] => {
  const log = buildLog();
  return texts.map((text) => log.user(text) as UserMessage);
};

const count = (text: string): number => text.length;
const show = (folded: readonly UserMessage[], tokens: number, newestWhole = false) =>
  userSection(folded, { tokens, count, newestWhole });

it("shows the first and the newest ten messages and counts those between", () => {
  const folded = messages(...Array.from({ length: 14 }, (_, index) => `message ${index}`));
  const { text, archived } = show(folded, 2_000);
  expect(text).toMatch(/^#1: message 0\n\[3 more user messages in the archive\]\n#5: message 4\n/u);
  expect(text.split("\n")).toHaveLength(12);
  expect(archived).toEqual(folded.slice(1, 4));
});

it("shows all messages when none is left between", () => {
  const folded = messages("one", "two", "three");
  expect(show(folded, 2_000)).toEqual({ text: "#1: one\n#2: two\n#3: three", archived: [] });
  expect(show([], 100)).toEqual({ text: "", archived: [] });
});

it("keeps beginning and end of what does not fit, between characters, and archives all of it", () => {
  const folded = messages("short", `${"😀".repeat(400)} and the question?`);
  const { text, archived } = show(folded, 320);
  expect(text).toMatch(
    /^#1: short\n#2: (?:😀)+… \[cut, 818 characters, complete in the archive\] …(?:😀)+ and the question\?$/u,
  );
  expect(text.length).toBeLessThanOrEqual(320);
  expect(archived).toEqual(folded.slice(1));
});

it("keeps rules in the middle of a long message, prohibitions first", () => {
  const filling = "Lorem ipsum dolor sit amet. ".repeat(60);
  const folded = messages(`Start. ${filling}You should hurry. Never mail anybody. ${filling}End.`, "ok");
  const { text } = show(folded, 700);
  expect(text).toContain("Never mail anybody. You should hurry.");
  expect(text).toMatch(/^#1: Start\./u);
  expect(text).toContain("End.\n#2: ok");
});

it("shows the newest message whole whatever it takes, if asked to", () => {
  const long = `${"w".repeat(900)} why?`;
  expect(show(messages("x".repeat(300), long), 400, true).text).toContain(long);
  expect(show(messages("x".repeat(300), long), 400).text).not.toContain(long);
});

it("shows fewer messages where not even a line of each fits", () => {
  const folded = messages(...Array.from({ length: 12 }, (_, index) => `${index} ${"y".repeat(200)}`));
  const { text, archived } = show(folded, 200);
  expect(text).toContain("more user messages in the archive");
  expect(text.split("\n").length).toBeLessThan(8);
  expect(archived).toEqual(folded);
});

it("archives every message in full under its number", () => {
  expect(archiveText(messages("one", "two\nlines"))).toBe(
    "## User message #1\n\none\n\n## User message #2\n\ntwo\nlines",
  );
});

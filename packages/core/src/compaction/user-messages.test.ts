import { expect, it } from "vitest";
import type { UserMessage } from "../log/message.ts";
import { archiveText, userSection } from "./user-messages.ts";
import { buildLog } from "../testing/builders.ts";

const messages = (...texts: readonly string[]): readonly UserMessage[] => {
  const log = buildLog();
  return texts.map((text) => log.user(text) as UserMessage);
};

it("shows the first and the newest messages and counts those between", () => {
  const folded = messages("one", "two", "three", "four", "five");
  expect(userSection(folded, { newest: 2, length: 10 })).toEqual({
    text: "#1: one\n[2 more user messages in the archive]\n#4: four\n#5: five",
    archived: folded.slice(1, 3),
  });
});

it("shows all messages when none is left between", () => {
  const folded = messages("one", "two", "three");
  const whole = { text: "#1: one\n#2: two\n#3: three", archived: [] };
  expect(userSection(folded, { newest: 2, length: 5 })).toEqual(whole);
  expect(userSection(folded, { newest: 9, length: 5 })).toEqual(whole);
  expect(userSection([], { newest: 2, length: 5 })).toEqual({ text: "", archived: [] });
});

it("cuts a longer message between characters and archives all of it", () => {
  const folded = messages("exact", "longer", "abcd😀");
  expect(userSection(folded, { newest: 5, length: 5 })).toEqual({
    text: "#1: exact\n#2: longe… [6 characters, complete in the archive]\n#3: abcd… [6 characters, complete in the archive]",
    archived: folded.slice(1),
  });
});

it("archives every message in full under its number", () => {
  expect(archiveText(messages("one", "two\nlines"))).toBe(
    "## User message #1\n\none\n\n## User message #2\n\ntwo\nlines",
  );
});

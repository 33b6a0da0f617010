import fc from "fast-check";
import { expect, it } from "vitest";
import { createThinkingSplitter } from "./split-thinking.ts";

function split(pieces: readonly string[]): { readonly text: string; readonly reasoning: string } {
  const splitter = createThinkingSplitter();
  const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end()];
  const join = (channel: string): string =>
    parts
      .filter((part) => part.channel === channel)
      .map((part) => part.text)
      .join("");
  return { text: join("text"), reasoning: join("reasoning") };
}

it.each([
  ["<think>Hm.</think>\n\nYes.", "Hm.", "Yes."],
  [" \n<think></think>Yes.", "", "Yes."],
  ["<think>Hm. < </thin </think>a <think>b</think>", "Hm. < </thin ", "a <think>b</think>"],
  ["<think>Hm. </thi", "Hm. </thi", ""],
  ["<thinking> is a tag.", "", "<thinking> is a tag."],
  ["<thi", "", "<thi"],
  ["Yes. <think>no</think>", "", "Yes. <think>no</think>"],
])("splits %j wherever its pieces end", (content, reasoning, text) => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: content.length })), (ends) => {
      const cuts = [0, ...ends.toSorted((left, right) => left - right), content.length];
      const pieces = cuts.slice(1).map((end, index) => content.slice(cuts[index], end));
      expect(split(pieces)).toEqual({ text, reasoning });
    }),
  );
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPasteSplitter, type TerminalInput } from "./split-pastes.ts";

/** Joins neighbors of the same kind: how keys are divided does not matter. */
function joined(inputs: readonly TerminalInput[]): readonly TerminalInput[] {
  const merged: TerminalInput[] = [];
  for (const input of inputs) {
    const last = merged.at(-1);
    if (last?.kind === "keys" && input.kind === "keys")
      merged[merged.length - 1] = { kind: "keys", text: last.text + input.text };
    else merged.push(input);
  }
  return merged;
}

describe("createPasteSplitter", () => {
  it("separates pasted texts from keys", () => {
    const split = createPasteSplitter();
    expect(split("ab\u001B[200~two\rlines\u001B[201~\r")).toEqual([
      { kind: "keys", text: "ab" },
      { kind: "paste", text: "two\rlines" },
      { kind: "keys", text: "\r" },
    ]);
  });

  it("passes a lone Escape and other sequences on at once", () => {
    const split = createPasteSplitter();
    expect(split("\u001B")).toEqual([{ kind: "keys", text: "\u001B" }]);
    expect(split("\u001B[A")).toEqual([{ kind: "keys", text: "\u001B[A" }]);
  });

  it("finds the same texts however the input is divided", () => {
    const text = "one\u001B[A\u001B[200~first\npaste [20\u001B[201~two\u001B[200~\u001B[201~three";
    const whole = joined(createPasteSplitter()(text));
    // A terminal never sends the first two characters of a marker alone.
    const cuts = Array.from(text, (_, index) => index).filter((index) => {
      const before = text.slice(0, index);
      return !before.endsWith("\u001B") && !before.endsWith("\u001B[");
    });
    fc.assert(
      fc.property(fc.subarray(cuts), (chosen) => {
        const split = createPasteSplitter();
        const pieces = [0, ...chosen].map((start, index) => text.slice(start, chosen[index]));
        expect(joined(pieces.flatMap((piece) => split(piece)))).toEqual(whole);
      }),
    );
  });
});

import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type FrameState, renderFrame } from "./render-frame.ts";
import { textWidth } from "./text-width.ts";

const STATE: FrameState = {
  ...{ columns: 20, rows: 10, live: "", status: "", question: "", text: "", cursor: 0, hint: "" },
};
const plain = (state: Partial<FrameState>): readonly string[] =>
  renderFrame({ ...STATE, ...state }).lines.map((line) => stripVTControlCharacters(line));

describe("renderFrame", () => {
  it("shows the streaming text, the status, the question, the edited line and its help, in this order", () => {
    expect(
      plain({
        live: "It is",
        status: "working · 2 s",
        question: "Answer: ",
        text: "yes",
        cursor: 3,
        hint: "help",
      }),
    ).toEqual(["It is", "working · 2 s", "Answer: ", "› yes", "help"]);
  });

  it("breaks a long line, with the cursor at its character", () => {
    const text = "中".repeat(10);
    expect(plain({ text, cursor: 9 })).toEqual([`› ${"中".repeat(9)}`, "  中"]);
    expect(renderFrame({ ...STATE, text, cursor: 9 }).cursor).toEqual({ row: 1, column: 2 });
    expect(renderFrame({ ...STATE, text, cursor: 1 }).cursor).toEqual({ row: 0, column: 4 });
  });

  it("shows the end of a streaming text that does not fit", () => {
    const live = Array.from({ length: 40 }, (_, index) => `row ${index}`).join("\n");
    const lines = plain({ live, status: "working" });
    expect(lines).toHaveLength(9);
    expect(lines.slice(-3)).toEqual(["row 39", "working", "› "]);
  });

  it("shows the part of a very long message around the cursor", () => {
    const text = Array.from({ length: 40 }, (_, index) => `row ${index}`).join("\n");
    expect(plain({ text, cursor: 0 })[0]).toBe("› row 0");
    expect(plain({ text, cursor: text.length }).at(-1)).toBe("  row 39");
    expect(plain({ text, cursor: text.indexOf("row 20") })).toContain("  row 20");
  });

  it("fits every terminal, with the cursor inside", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "中", " ", "\n", "😀"), maxLength: 120 });
    const state = fc.record({
      columns: fc.integer({ min: 1, max: 30 }),
      rows: fc.integer({ min: 1, max: 12 }),
      live: text,
      status: fc.constantFrom("", "working · 12 s · Ctrl+C stops"),
      question: fc.constantFrom("", "[a]pprove, always a[l]low, [e]dit or [d]eny? "),
      text,
      cursor: fc.nat({ max: 120 }),
      hint: fc.constantFrom("", "/budget: show or set"),
    });
    fc.assert(
      fc.property(state, (drawn) => {
        const { lines, cursor } = renderFrame({
          ...drawn,
          cursor: Math.min(drawn.cursor, drawn.text.length),
        });
        expect(lines.length).toBeLessThanOrEqual(Math.max(1, drawn.rows - 1));
        for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(drawn.columns);
        expect(cursor.row).toBeGreaterThanOrEqual(0);
        expect(cursor.row).toBeLessThan(lines.length);
        expect(cursor.column).toBeLessThan(drawn.columns);
      }),
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { layOutText } from "./lay-out-text.ts";
import { textWidth } from "./text-width.ts";

describe("layOutText", () => {
  it("breaks lines that are too wide, and keeps the breaks of the text", () => {
    expect(layOutText("abcdef\ngh", 4).lines).toEqual(["abcd", "ef", "gh"]);
  });

  it("moves a wide character that does not fit to the next line", () => {
    const { lines, place } = layOutText("abc中文", 4);
    expect(lines).toEqual(["abc", "中文", ""]);
    expect(place(3)).toEqual({ row: 1, column: 0 });
    expect(place(4)).toEqual({ row: 1, column: 2 });
  });

  it("places the cursor after a full line at the start of the next line", () => {
    expect(layOutText("abcd", 4).place(4)).toEqual({ row: 1, column: 0 });
    expect(layOutText("abc", 4).place(3)).toEqual({ row: 0, column: 3 });
    expect(layOutText("", 4).place(0)).toEqual({ row: 0, column: 0 });
  });

  it("loses no character, and no line is wider than the terminal", () => {
    const character = fc.constantFrom("a", " ", "中", "é", "e\u0301", "😀", "\n", "ｆ");
    fc.assert(
      fc.property(
        fc.array(character).map((parts) => parts.join("")),
        fc.integer({ min: 2, max: 9 }),
        (text, columns) => {
          const { lines, place } = layOutText(text, columns);
          expect(lines.join("")).toBe(text.replaceAll("\n", ""));
          for (const line of lines) expect(textWidth(line)).toBeLessThanOrEqual(columns);
          const end = place(text.length);
          expect(end.row).toBe(lines.length - 1);
          for (let index = 0; index <= text.length; index += 1)
            expect(place(index).column).toBeLessThan(columns);
        },
      ),
    );
  });
});

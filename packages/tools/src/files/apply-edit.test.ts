import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdit, type FileEdit } from "./apply-edit.ts";

const replace = (old_text: string, new_text: string, replace_all = false): FileEdit => ({
  ...{ type: "replace", old_text, new_text, replace_all },
});
const insert = (after_line: number, text: string): FileEdit => ({ type: "insert_lines", after_line, text });
const put = (from_line: number, to_line: number, text: string): FileEdit => ({
  ...{ type: "replace_lines", from_line, to_line, text },
});
const remove = (from_line: number, to_line: number): FileEdit => ({
  ...{ type: "delete_lines", from_line, to_line },
});

describe("applyEdit", () => {
  it.each<readonly [string, FileEdit, string]>([
    ["abc", replace("b", "x"), "axc"],
    ["abab", replace("b", "x", true), "axax"],
    ["aaa", replace("aa", "b", true), "ba"],
    ["abc", replace("b", ""), "ac"],
    // Line ends of the edit adapt to those of the file.
    ["a\r\nb\r\nc", replace("a\nb", "x\ny"), "x\r\ny\r\nc"],
    ["a\r\nb\r\nc\r\nd", replace("c\nd", "x"), "a\r\nb\r\nx"],
    ["a\r\nb\nc\nd\n", replace("b\n", "x\n"), "a\r\nx\nc\nd\n"],
    ["a\nb", replace("a\nb", "x\r\ny"), "x\r\ny"],
    ["a\r\nb\r\na\r\n", replace("a\n", "x\n", true), "x\r\nb\r\nx\r\n"],
    ["1\n2\n3\n", insert(0, "x"), "x\n1\n2\n3\n"],
    ["1\n2\n3\n", insert(1, "x\n"), "1\nx\n2\n3\n"],
    ["1\n2\n3\n", insert(3, "x"), "1\n2\n3\nx\n"],
    ["1\n2", insert(2, "x"), "1\n2\nx"],
    ["1\n2", insert(1, "x"), "1\nx\n2"],
    ["", insert(0, "x"), "x\n"],
    ["1\n", insert(1, ""), "1\n\n"],
    ["1\r\n2\r\n", insert(1, "x\ny"), "1\r\nx\r\ny\r\n2\r\n"],
    ["1\n2\n3\n", put(2, 2, "x"), "1\nx\n3\n"],
    ["1\n2\n3\n", put(1, 3, "x\ny\n"), "x\ny\n"],
    ["1\n2\n3", put(3, 3, "x"), "1\n2\nx"],
    ["1\n2\n3\n", put(2, 2, ""), "1\n3\n"],
    ["1\n2\n3\n", remove(2, 2), "1\n3\n"],
    ["1\n2\n3", remove(2, 3), "1\n"],
    ["1\n2\n3\n", remove(1, 3), ""],
  ])("turns %j with the edit %j into %j", (text, edit, expected) => {
    expect(applyEdit(text, edit)).toEqual({ ok: true, text: expected });
  });

  it.each<readonly [string, FileEdit]>([
    ["abc", replace("x", "y")],
    ["abc", replace("b", "b")],
    ["abab", replace("b", "x")],
    ["1\n2\n", insert(3, "x")],
    ["1\n2\n", put(2, 1, "x")],
    ["1\n2\n", put(2, 3, "x")],
    ["1\n2\n", remove(2, 1)],
    ["1\n2\n", remove(3, 3)],
  ])("refuses the edit of %j with %j and explains why", (text, edit) => {
    expect(applyEdit(text, edit)).toEqual({ ok: false, message: expect.stringMatching(/\.$/u) as unknown });
  });

  it("names the lines of a text that occurs several times, up to ten", () => {
    const message = (count: number): string => {
      const result = applyEdit("a\n".repeat(count), replace("a", "b"));
      return result.ok ? "" : result.message;
    };
    expect(message(2)).toContain("2 times (lines 1, 2)");
    expect(message(10)).toContain("10 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10)");
    expect(message(11)).toContain("11 times (lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, …)");
  });

  it("replaces a text with pairs as one with single line ends", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "\n"), maxLength: 20 });
    fc.assert(
      fc.property(text, fc.constantFrom("a", "ab", "b\n", "\n"), (whole, searched) => {
        const plain = applyEdit(`${whole}\n`, replace(searched, "x", true));
        const pairs = applyEdit(`${whole}\n`.replaceAll("\n", "\r\n"), replace(searched, "x", true));
        if (plain.ok !== pairs.ok) throw new Error("different outcomes");
        if (plain.ok && pairs.ok) expect(pairs.text).toBe(plain.text.replaceAll("\n", "\r\n"));
      }),
    );
  });
});

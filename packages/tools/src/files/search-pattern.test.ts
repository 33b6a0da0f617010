import { describe, expect, it } from "vitest";
import { GREP_MAX_PATTERN_LENGTH } from "../tunables.ts";
import { createSearchPattern, type SearchPattern } from "./search-pattern.ts";

const compile = (pattern: string, options: { literal?: boolean; ignoreCase?: boolean } = {}): SearchPattern =>
  createSearchPattern(pattern, { literal: false, ignoreCase: false, ...options });

describe("createSearchPattern", () => {
  it.each([
    ["a.b", {}, "a.b", "u"],
    ["a.b", { ignoreCase: true }, "a.b", "iu"],
    ["(?i)a", {}, "a", "iu"],
    ["(?s)a", {}, "a", "u"],
    ["(?mi)a", {}, "a", "iu"],
    ["x(?i)", { literal: true }, "x\\(\\?i\\)", "u"],
    ["(?i)a", { literal: true }, "\\(\\?i\\)a", "u"],
    ["(?P<n>a)(?P<m>b)", {}, "(?<n>a)(?<m>b)", "u"],
    // Valid only without the "u" flag.
    ["a\\-b", {}, "a\\-b", ""],
    ["(?i)a\\-b", {}, "a\\-b", "i"],
  ])("compiles %j with %j", (pattern, options, source, flags) => {
    expect(compile(pattern, options)).toEqual({ ok: true, source, flags });
  });

  it("takes every character literally on request", () => {
    const text = "\\ ^ $ . * + ? ( ) [ ] { } | / - a";
    const pattern = compile(text, { literal: true });
    if (!pattern.ok) throw new Error(pattern.message);
    expect(new RegExp(`^(?:${pattern.source})$`, pattern.flags).test(text)).toBe(true);
    expect(new RegExp(pattern.source, pattern.flags).test("\\ ^ $ x * + ? ( ) [ ] { } | / - a")).toBe(false);
  });

  it("explains a pattern that is invalid or too long", () => {
    expect(compile("a(")).toEqual({
      ok: false,
      message:
        '"a(" is not a valid regular expression. Escape special characters with \\ or set literal to true.',
    });
    expect(compile("a".repeat(GREP_MAX_PATTERN_LENGTH)).ok).toBe(true);
    expect(compile("a".repeat(GREP_MAX_PATTERN_LENGTH + 1))).toEqual({
      ok: false,
      message: `The pattern is longer than ${GREP_MAX_PATTERN_LENGTH} characters. Search for a shorter part.`,
    });
  });
});

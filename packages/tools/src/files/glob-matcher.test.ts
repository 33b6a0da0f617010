import { describe, expect, it } from "vitest";
import { GLOB_MAX_GLOBSTARS, GLOB_MAX_LENGTH, GLOB_MAX_STARS_PER_SEGMENT } from "../tunables.ts";
import { createGlobMatcher } from "./glob-matcher.ts";

const matches = (pattern: string, path: string, includeHidden = false): boolean => {
  const matcher = createGlobMatcher(pattern, { includeHidden });
  if (!matcher.ok) throw new Error(matcher.message);
  return matcher.matches(path);
};
const refusal = (pattern: string): string | null => {
  const matcher = createGlobMatcher(pattern, { includeHidden: false });
  return matcher.ok ? null : matcher.message;
};

describe("createGlobMatcher", () => {
  it.each([
    ["*.ts", "a.ts", true],
    ["*.ts", "src/deep/a.ts", true],
    ["*.ts", "a.tsx", false],
    ["src/*.ts", "src/a.ts", true],
    ["src/*.ts", "src/deep/a.ts", false],
    ["src/*.ts", "lib/src/a.ts", false],
    ["./src/*.ts", "src/a.ts", true],
    ["./*.ts", "deep/a.ts", true],
    ["**", "src/deep/a.ts", true],
    ["src/**/*.ts", "src/a.ts", true],
    ["a?c", "abc", true],
    ["[ab].ts", "b.ts", true],
    ["{a,b}.ts", "src/b.ts", true],
    // Extended globs and negation are not supported.
    ["!a.ts", "b.ts", false],
    ["+(a).ts", "aa.ts", false],
  ])("says whether %s matches %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
  });

  it.each([
    ["*", ".hidden", false],
    [".hidden", ".hidden", true],
    [".*", ".hidden", true],
    ["{.hidden,a}", "src/.hidden", true],
    ["src/.config/*", "src/.config/a", true],
    ["a.b/*", "a.b/.c", false],
  ])("matches hidden names when the pattern %s names them: %s", (pattern, path, expected) => {
    expect(matches(pattern, path)).toBe(expected);
    expect(createGlobMatcher(pattern, { includeHidden: false })).toMatchObject({ includesHidden: expected });
    expect(matches(pattern, path, true)).toBe(true);
    expect(createGlobMatcher(pattern, { includeHidden: true })).toMatchObject({ includesHidden: true });
  });

  it("refuses patterns that lead out of the folder", () => {
    const message = 'The pattern must be relative and without "..", like "src/**/*.ts".';
    for (const pattern of ["/src/*", "..", "../a", "src/../a"]) expect(refusal(pattern)).toBe(message);
    expect(refusal("a..b")).toBeNull();
  });

  it("refuses patterns that are too long or could take exponential time", () => {
    const tooMany = "The pattern has too many wildcards. Use fewer * in one part of the path.";
    expect(refusal("a".repeat(GLOB_MAX_LENGTH))).toBeNull();
    expect(refusal("a".repeat(GLOB_MAX_LENGTH + 1))).toBe(
      `The pattern is longer than ${GLOB_MAX_LENGTH} characters.`,
    );
    const globstars = (count: number): string => `${"**/a/".repeat(count)}b`;
    expect(refusal(globstars(GLOB_MAX_GLOBSTARS))).toBeNull();
    expect(refusal(globstars(GLOB_MAX_GLOBSTARS + 1))).toBe(tooMany);
    const stars = (count: number): string => `x/${"*a".repeat(count)}`;
    expect(refusal(stars(GLOB_MAX_STARS_PER_SEGMENT))).toBeNull();
    expect(refusal(stars(GLOB_MAX_STARS_PER_SEGMENT + 1))).toBe(tooMany);
  });
});

import { describe, expect, it } from "vitest";
import { GLOB_MAX_LENGTH } from "../tunables.ts";
import { createPathPatterns } from "../workspace/path-patterns.ts";
import { parseGlob } from "./parse-glob.ts";

const matches = async (
  pattern: string,
  path: string,
  includeHidden = false,
): Promise<boolean | undefined> => {
  const parsed = parseGlob(pattern, { includeHidden });
  if (!parsed.ok) throw new Error(parsed.message);
  const patterns = createPathPatterns({
    glob: parsed.glob,
    owner: "w",
    signal: new AbortController().signal,
  });
  const [matched] = await patterns.matches([path]);
  await patterns.close();
  return matched;
};
const refusal = (pattern: string): string | null => {
  const parsed = parseGlob(pattern, { includeHidden: false });
  return parsed.ok ? null : parsed.message;
};

describe("parseGlob", () => {
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
  ])("decides whether %s matches %s", async (pattern, path, expected) => {
    expect(await matches(pattern, path)).toBe(expected);
  });

  it.each([
    ["*", ".hidden", false],
    [".hidden", ".hidden", true],
    [".*", ".hidden", true],
    ["{.hidden,a}", "src/.hidden", true],
    ["src/.config/*", "src/.config/a", true],
    ["a.b/*", "a.b/.c", false],
  ])("matches hidden names when the pattern %s names them: %s", async (pattern, path, expected) => {
    expect(await matches(pattern, path)).toBe(expected);
    expect(parseGlob(pattern, { includeHidden: false })).toMatchObject({ includesHidden: expected });
    expect(await matches(pattern, path, true)).toBe(true);
    expect(parseGlob(pattern, { includeHidden: true })).toMatchObject({ includesHidden: true });
  });

  it("refuses patterns that lead out of the folder", () => {
    const message = 'The pattern must be relative and without "..", like "src/**/*.ts".';
    for (const pattern of ["/src/*", "..", "../a", "src/../a"]) expect(refusal(pattern)).toBe(message);
    expect(refusal("a..b")).toBeNull();
  });

  it("refuses patterns that are too long", () => {
    expect(refusal("a".repeat(GLOB_MAX_LENGTH))).toBeNull();
    expect(refusal("a".repeat(GLOB_MAX_LENGTH + 1))).toBe(
      `The pattern is longer than ${GLOB_MAX_LENGTH} characters.`,
    );
  });
});

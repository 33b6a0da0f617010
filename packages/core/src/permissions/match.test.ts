import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesPath, normalizePath } from "./match-path.ts";
import { matchesRule } from "./match-rule.ts";
import { matchesUrl, parseAddress } from "./match-url.ts";
import { formatTarget, parseTarget } from "./rule-text.ts";

describe("paths", () => {
  it.each([
    ["src/a.ts", "src/a.ts"],
    ["./src//a.ts/", "src/a.ts"],
    ["src/../infra/a", "infra/a"],
    ["../outside", "../outside"],
    ["a/../../outside", "../outside"],
    ["/etc/../etc/passwd", "/etc/passwd"],
    ["/../../etc", "/etc"],
    ["src\\a.ts", "src/a.ts"],
    ["", "."],
    ["..", ".."],
  ])("are normalized: %s", (path, expected) => {
    expect(normalizePath(path)).toBe(expected);
    expect(normalizePath(normalizePath(path))).toBe(expected);
  });

  it.each([
    ["src/**", "src/a/b.ts", true],
    ["src/**", "src", true],
    ["src/*", "src/a/b.ts", false],
    ["src/*.ts", "src/a.ts", true],
    ["**/*.md", "a.md", true],
    ["**/*.md", "docs/a/b.md", true],
    ["src", "src/a.ts", true],
    ["src", "srcs/a.ts", false],
    [".", "anything/at/all", true],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["src/**", "../src/a", false],
  ])("match globs: %s and %s", (pattern, path, expected) => {
    expect(matchesPath(pattern, path)).toBe(expected);
  });

  it("take no time that grows faster than the lengths multiplied", () => {
    expect(matchesPath(`${"*a".repeat(200)}b`, "a".repeat(2_000))).toBe(false);
    expect(matchesPath(`${"**/a/".repeat(200)}b`, "a/".repeat(2_000))).toBe(false);
  });
});

describe("addresses", () => {
  it.each([
    ["https://example.com", "https://example.com/any/path?q=1", true],
    ["https://example.com", "https://EXAMPLE.com:443/", true],
    ["https://example.com", "https://example.com./", true],
    ["https://example.com", "https://example.com:8443/", false],
    ["https://example.com:8443", "https://example.com:8443/", true],
    ["https://example.com", "http://example.com/", false],
    ["https://example.com:8443", "http://example.com:8443/", false],
    ["https://example.com", "https://example.com.evil.test/", false],
    ["https://example.com", "https://evilexample.com/", false],
    ["https://example.com", "https://evil.test/https://example.com", false],
    ["https://example.com", "https://example.com@evil.test/", false],
    ["https://example.com", "https://user:secret@example.com/", false],
    ["https://example.com", "https://evil.test#@example.com", false],
    ["https://*.example.com", "https://docs.example.com/", true],
    ["https://*.example.com", "https://a.b.example.com/", true],
    ["https://*.example.com", "https://example.com/", false],
    ["https://*.example.com", "https://evilexample.com/", false],
    ["https://bücher.example", "https://xn--bcher-kva.example/", true],
    ["https://xn--bcher-kva.example", "https://BÜCHER.example/", true],
    ["https://example.com/docs/*", "https://example.com/docs/a", true],
    ["https://example.com/docs/*", "https://example.com/docs/../admin", false],
    ["https://127.0.0.1", "https://2130706433/", true],
    ["https://example.com", "javascript:alert(1)", false],
    ["https://example.com", "not an address", false],
  ])("match by scheme, host and port: %s and %s", (pattern, address, expected) => {
    expect(matchesUrl(pattern, address)).toBe(expected);
  });

  it("always carry their port", () => {
    expect(parseAddress("http://example.com")).toMatchObject({ host: "example.com", port: "80" });
    expect(parseAddress("https://example.com:99999")).toBeNull();
  });
});

describe("patterns", () => {
  const matches = (pattern: string, subject: Parameters<typeof matchesRule>[2]): boolean =>
    matchesRule({ tool: "*", pattern, effect: "allow" }, { tool: "fetch" }, subject);
  const url = { kind: "url", text: "https://example.com/a" } as const;

  it("match only objects of their kind", () => {
    expect(matches("**", url)).toBe(false);
    expect(matches("https://example.com", url)).toBe(true);
    expect(matches("https://example.com", { kind: "path", text: "https://example.com" })).toBe(false);
  });

  it("match no call without a path, address or command", () => {
    expect(matches("**", null)).toBe(false);
    expect(matches("", null)).toBe(true);
  });
});

describe("rule texts", () => {
  it("are read as they are written", () => {
    const tool = fc.constantFrom("write_file", "github__*", "*", "edit-file");
    const pattern = fc.constantFrom("", "src/**", "a(b)", "https://*.example.com:8443/docs/*", "with space");
    fc.assert(
      fc.property(tool, pattern, (name, text) => {
        const target = { tool: name, pattern: text };
        expect(parseTarget(formatTarget(target))).toEqual(target);
      }),
    );
  });

  it.each([
    ["", "is not TOOL"],
    ["write_file(src", "is not TOOL"],
    ["write file", "is not TOOL"],
    ["write_file(a\u0000b)", "control characters"],
    ["fetch(https://*.)", "is not an address"],
    ["fetch(https://exa*mple.com)", "is not an address"],
    [`write_file(${"a".repeat(600)})`, "at most 500"],
  ])("that are not targets have a problem: %s", (text, problem) => {
    expect(JSON.stringify(parseTarget(text))).toContain(problem);
  });
});

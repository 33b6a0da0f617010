import fc from "fast-check";
import { expect, it } from "vitest";
import {
  fillPlaceholders,
  fillUrlPlaceholders,
  findPlaceholders,
  findUrlPlaceholders,
  isSecretName,
  secretPlaceholder,
} from "./placeholder.ts";

it("finds placeholders of names that a secret can have, each once", () => {
  expect(
    findPlaceholders(
      "<secret>a-1</secret> <secret>b c</secret> <secret></secret> x<secret>_</secret><secret>a-1</secret>",
    ),
  ).toEqual(["a-1"]);
  expect([isSecretName("GITHUB_TOKEN-2"), isSecretName("a b"), isSecretName("x".repeat(65))]).toEqual([
    true,
    false,
    false,
  ]);
});

it("fills in values as they are, and leaves placeholders without one", () => {
  const values = new Map([
    ["a", "$& <secret>b</secret>"],
    ["b", "never"],
  ]);
  expect(fillPlaceholders("Bearer <secret>a</secret> <secret>c</secret>", values)).toBe(
    "Bearer $& <secret>b</secret> <secret>c</secret>",
  );
});

it("fills in addresses without changing their host, or adding a path or parameter", () => {
  const hostile = fc.oneof(
    fc.constantFrom(
      "../../x",
      "a&admin=1",
      "?#@evil.example/",
      "%2e%2e/",
      "\\..\\",
      "a b",
      "é",
      "//evil.example",
    ),
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }),
  );
  fc.assert(
    fc.property(hostile, (value) => {
      const url = new URL(
        `https://api.example.com/v1/${secretPlaceholder("k")}/end?key=${secretPlaceholder("k")}&z=1`,
      );
      expect(findUrlPlaceholders(url)).toEqual(["k"]);
      const filled = fillUrlPlaceholders(url, new Map([["k", value]]));
      expect(filled.origin).toBe(url.origin);
      expect([...filled.searchParams]).toEqual([
        ["key", value],
        ["z", "1"],
      ]);
    }),
    { numRuns: 300 },
  );
});

it("finds no placeholder in a host: no such address exists", () => {
  expect(URL.canParse(`https://${secretPlaceholder("k")}.evil.example/`)).toBe(false);
});

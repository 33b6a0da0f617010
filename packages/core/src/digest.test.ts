import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { canonicalJson, jsonDigest } from "./digest.ts";

const hash = { sha256: (text: string) => createHash("sha256").update(text).digest("hex") };

it("sorts keys at every level and keeps the order of lists", () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }, 3], a: null, left: undefined })).toBe(
    '{"a":null,"b":[{"c":2,"d":1},3]}',
  );
  expect(canonicalJson(undefined)).toBe("null");
  expect(canonicalJson({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
});

it("digests equal values identically in every version", () => {
  expect(jsonDigest({ path: "a", lines: [1, 2] }, hash)).toBe(jsonDigest({ lines: [1, 2], path: "a" }, hash));
  expect(jsonDigest({ path: "a" }, hash)).toBe(createHash("sha256").update('{"path":"a"}').digest("hex"));
  expect(jsonDigest({ path: "b" }, hash)).not.toBe(jsonDigest({ path: "a" }, hash));
});

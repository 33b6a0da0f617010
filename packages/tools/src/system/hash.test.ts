import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { nodeHash } from "./hash.ts";

it("hashes texts of any length, again and among many others", () => {
  const texts = Array.from({ length: 100 }, (_, index) => `${String(index)} é `.repeat(index * 60));
  texts.push("", "a", "x".repeat(300_000));
  const expected = texts.map((text) => createHash("sha256").update(text).digest("hex"));
  for (let round = 0; round < 2; round += 1)
    expect(texts.map((text) => nodeHash.sha256(text))).toEqual(expected);
});

import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../../testing/any-text.ts";
import { createSystemIds } from "./ids.ts";
import { createPortableHash } from "./sha256.ts";

it("computes SHA-256 of UTF-8 for any text", () => {
  const hash = createPortableHash();
  const native = (text: string): string => createHash("sha256").update(text, "utf8").digest("hex");
  for (const length of [0, 1, 55, 56, 63, 64, 65, 119, 120, 1_000])
    expect(hash.sha256("a".repeat(length))).toBe(native("a".repeat(length)));
  fc.assert(fc.property(anyText({ maxLength: 300 }), (text) => hash.sha256(text) === native(text)));
});

it("creates strictly increasing UUIDv7 ids even when the clock stops or steps back", () => {
  let now = 1_700_000_000_000;
  const ids = createSystemIds({ now: () => now });
  let before = "";
  for (let index = 0; index < 10_000; index += 1) {
    if (index === 6_000) now -= 50;
    const id = ids.next();
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u);
    expect(id > before).toBe(true);
    before = id;
  }
});

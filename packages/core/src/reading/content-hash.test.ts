import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { anyText } from "../testing/any-text.ts";
import { blobBytes, contentHash } from "./content-hash.ts";

const native = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");
const base64 = (text: string) => ({ sha256: "", mediaType: "image/png", encoding: "base64" as const, text });

it("hashes text and bytes as Node does", async () => {
  await fc.assert(
    fc.asyncProperty(anyText(), fc.uint8Array(), async (text, bytes) => {
      expect(await contentHash(text)).toBe(native(text));
      expect(await contentHash(new Uint8Array(bytes))).toBe(native(bytes));
      const decoded = blobBytes(base64(Buffer.from(bytes).toString("base64")));
      expect(decoded).toEqual(new Uint8Array(bytes));
    }),
  );
});

it("returns null for malformed base64", () => {
  expect(blobBytes(base64("not base64!"))).toBeNull();
});

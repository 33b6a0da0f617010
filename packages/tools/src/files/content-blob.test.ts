import { expect, it } from "vitest";
import { contentBlob, hashOfBytes } from "./content-blob.ts";

it.each([
  [Buffer.from("é 鹭"), "utf8", "é 鹭"],
  [Buffer.alloc(0), "utf8", ""],
  // Databases reject NUL in text.
  [Buffer.from("a\0b"), "base64", "YQBi"],
  [Buffer.from([0xe9]), "base64", "6Q=="],
])("stores %j as %s without loss", (bytes, encoding, text) => {
  const sha256 = hashOfBytes(bytes);
  expect(contentBlob(bytes, "text/x")).toEqual({ sha256, mediaType: "text/x", encoding, text });
});

it("names content by its hash", () => {
  expect(hashOfBytes(Buffer.from("abc"))).toBe(
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

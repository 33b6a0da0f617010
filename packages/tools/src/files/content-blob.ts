import type { Blob } from "@goaltrace/core";
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";

/** Hex SHA-256 of a file's bytes: the name of its blob and what safe edits compare. */
export function hashOfBytes(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The bytes of a file as a blob. What is no UTF-8, or holds NUL (which databases refuse in text), goes as base64 and loses nothing. */
export function contentBlob(bytes: Buffer, mediaType: string): Blob {
  const isText = isUtf8(bytes) && !bytes.includes(0);
  return {
    sha256: hashOfBytes(bytes),
    mediaType,
    encoding: isText ? "utf8" : "base64",
    text: bytes.toString(isText ? "utf8" : "base64"),
  };
}

import type { Blob } from "@goaltrace/core/ports";
import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";

/** Returns the hex SHA-256 of a file's bytes, which names its blob and is compared by safe edits. */
export function hashOfBytes(bytes: Buffer): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/**
 * Returns the bytes of a file as a blob. Content that is not UTF-8, or contains NUL (which databases reject in text), is stored as base64
 * without loss.
 */
export function contentBlob(bytes: Buffer, mediaType: string): Blob {
  const isText = isUtf8(bytes) && !bytes.includes(0);
  return {
    sha256: hashOfBytes(bytes),
    mediaType,
    encoding: isText ? "utf8" : "base64",
    text: bytes.toString(isText ? "utf8" : "base64"),
  };
}

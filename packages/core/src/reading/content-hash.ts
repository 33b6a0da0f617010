import type { Blob } from "../ports/blob-store.ts";

/**
 * Returns the hex SHA-256 of UTF-8 text or of bytes. Uses Web Crypto: unlike the `Hash` port it accepts bytes and does not block on long
 * input.
 */
export async function contentHash(content: string | Uint8Array<ArrayBuffer>): Promise<string> {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The bytes of a blob, or null when its base64 is malformed. */
export function blobBytes(blob: Blob): Uint8Array<ArrayBuffer> | null {
  if (blob.encoding === "utf8") return new TextEncoder().encode(blob.text);
  const binary = binaryText(blob.text);
  if (binary === null) return null;
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

/** Decoded base64 with one character (0 to 255) per byte, or null when it is malformed. */
export function binaryText(base64: string): string | null {
  try {
    return atob(base64);
  } catch {
    return null;
  }
}

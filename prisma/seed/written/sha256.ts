import { createHash } from "node:crypto";

/** Returns the name of a blob: the SHA-256 of its text in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

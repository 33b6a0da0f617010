import { createHash, randomBytes } from "node:crypto";

/** 256 bits cannot be guessed. */
const TOKEN_BYTES = 32;

/** Returns a new secret for a link or key, safe in URLs and headers. It is shown once; only its hash is stored. */
export function newToken(prefix = ""): string {
  return `${prefix}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
}

/** Returns the stored form of a secret. Tokens have 256 random bits, so a plain hash cannot be reversed by guessing. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

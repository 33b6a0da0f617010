import { createHash, randomBytes } from "node:crypto";

/** Unguessable: 256 bits. */
const TOKEN_BYTES = 32;

/** A new secret for a link or a key, fit for addresses and headers. Shown once; only its hash is kept. */
export function newToken(prefix = ""): string {
  return `${prefix}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
}

/** What is stored of a secret. A token has 256 random bits, so a plain hash cannot be guessed back. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 24;

/** A token nobody guesses, and the hash under which it is kept. */
export function newShareToken(): { readonly token: string; readonly tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashShareToken(token) };
}

/** The token is random: a plain hash cannot be searched backwards. */
export function hashShareToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

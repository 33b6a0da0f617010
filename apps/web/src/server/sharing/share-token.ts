import { createHash, randomBytes } from "node:crypto";

const TOKEN_BYTES = 24;

/** Creates an unguessable token and the hash under which it is stored. */
export function newShareToken(): { readonly token: string; readonly tokenHash: string } {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  return { token, tokenHash: hashShareToken(token) };
}

/** Returns the hash of a token. The token is random, so a fast hash is safe. */
export function hashShareToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

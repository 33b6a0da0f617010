import type { Hash } from "./ports/clock.ts";
import { parseJson } from "./parse-json.ts";

/** Returns a value as JSON with the keys of every object sorted, so that equal values are equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(parseJson(JSON.stringify(value) ?? "null")));
}

/**
 * Returns the digest of a value: sha256 (hex) of its canonical JSON. Approvals of calls and tools store this digest, so it must be the same in
 * every version. Throws for values that JSON cannot represent.
 */
export function jsonDigest(value: unknown, hash: Hash): string {
  return hash.sha256(canonicalJson(value));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
      .map(([key, inner]) => [key, sortKeys(inner)]),
  );
}

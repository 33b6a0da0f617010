import type { Hash } from "./ports/clock.ts";

/** A JSON value with the keys of every object sorted, so that equal values are equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(sortKeys(JSON.parse(JSON.stringify(value) ?? "null")));
}

/**
 * The one digest of values: sha256 (hex) over their canonical JSON. Whoever approves a call or a tool approves its digest, so a stored
 * digest must come out the same in every version. Throws for what JSON can't hold.
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

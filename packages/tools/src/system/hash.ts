import { hash } from "node:crypto";
import type { Hash } from "@goaltrace/core/ports";

/** Texts that recur in every run: instructions, tools, context. Shorter ones are hashed faster than they are remembered. */
const MIN_KEPT_CHARACTERS = 2_000;
const MAX_KEPT_CHARACTERS = 200_000;
const MAX_KEPT_TEXTS = 32;
/** The latest last. */
const kept = new Map<string, string>();

/** SHA-256 with Node's native implementation. Remembers the latest long texts, because hashing copies them. */
export const nodeHash: Hash = {
  sha256: (text) => {
    if (text.length < MIN_KEPT_CHARACTERS || text.length > MAX_KEPT_CHARACTERS)
      return hash("sha256", text, "hex");
    const known = kept.get(text) ?? hash("sha256", text, "hex");
    kept.delete(text);
    kept.set(text, known);
    const [oldest] = kept.keys();
    if (kept.size > MAX_KEPT_TEXTS && oldest !== undefined) kept.delete(oldest);
    return known;
  },
};

import { jsonDigest } from "../../digest.ts";
import { parseJson } from "../../parse-json.ts";
import type { Hash } from "../../ports/clock.ts";

/** Returns the digest of arguments as a person reads and edits them. A text that is not JSON has one too; its call does not run. */
export function argumentsDigest(text: string, hash: Hash): string {
  return jsonDigest(readArgumentsText(text) ?? text, hash);
}

/** Parses arguments; undefined for a text that is not JSON. */
export function readArgumentsText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

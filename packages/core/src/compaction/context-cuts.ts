import type { ContextPart, ContextParts } from "./context-parts.ts";

/** A message of the earlier request that the later one shows shorter or no longer: `cleared` to a line, or `folded` into a summary. */
export type ContextCut = {
  readonly sequence: number;
  readonly kind: ContextPart["kind"];
  readonly toolName: string | null;
  readonly description: string;
  readonly beforeTokens: number;
  /** Tokens left of it; 0 when it was folded. */
  readonly afterTokens: number;
  readonly how: "cleared" | "folded";
};

/** Changes among the messages from one request to a later one. */
export type ContextCuts = {
  /** Largest cut first. */
  readonly cuts: readonly ContextCut[];
  /** Tokens of messages that only the later request has. */
  readonly addedTokens: number;
};

/**
 * Compares the messages of two requests of one log. The tokens before, minus the cuts, plus the additions equal the tokens after; the growth of a
 * message counts as an addition.
 */
export function contextCuts(
  before: Pick<ContextParts, "parts">,
  after: Pick<ContextParts, "parts">,
): ContextCuts {
  const now = new Map(after.parts.map((part) => [part.sequence, part]));
  const cuts: ContextCut[] = [];
  let addedTokens = 0;
  for (const { sequence, kind, toolName, description, tokens } of before.parts) {
    const left = now.get(sequence);
    now.delete(sequence);
    const afterTokens = left?.tokens ?? 0;
    if (left !== undefined && afterTokens >= tokens) {
      addedTokens += afterTokens - tokens;
      continue;
    }
    const how = left === undefined ? "folded" : "cleared";
    cuts.push({ sequence, kind, toolName, description, beforeTokens: tokens, afterTokens, how });
  }
  for (const { tokens } of now.values()) addedTokens += tokens;
  cuts.sort((a, b) => b.beforeTokens - b.afterTokens - (a.beforeTokens - a.afterTokens));
  return { cuts, addedTokens };
}

import { claimsPrompt } from "../../prompts/generated/claims.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { Receipt } from "./receipt-kinds.ts";

const COUNTED = /(?<![\d.#-])\b(\d[\d,]*) (?:\w+ )?([a-z]{3,20}s)\b/giu;
/** A line that states a total, and not a remark about a part: "3 users", "Found 3 users", "3 users in total". */
const TOTAL =
  /^[ \t]*(?:[-*#>] ?)?(?:(?:found|total(?: of)?|returned|showing|listed)[: ]+)?(\d[\d,]*) (?:\w+ )?([a-z]{3,20}s)(?: (?:found|returned|listed|in total|total))?[ \t]*[.:,;]?[ \t]*$/gimu;
const LIST_ITEM = /^[ \t]*(?:[-*•]|\d+[.)]) /gmu;

/**
 * Matches a larger number than the results support: "12 users" where they say "3 users". Fewer may be a part of them, a sum adds them up, and a number
 * that a result shows or a list has in items is supported.
 */
export function countProblem(sentence: string, receipts: readonly Receipt[]): string | null {
  for (const [, number = "", noun = ""] of sentence.matchAll(COUNTED)) {
    const claimed = toCount(number);
    const counts = receipts.flatMap(({ output }) =>
      [...output.matchAll(TOTAL)]
        .filter(([, , other = ""]) => other.toLowerCase() === noun.toLowerCase())
        .map(([, count = ""]) => toCount(count)),
    );
    if (counts.length === 0 || claimed <= Math.max(...counts) || claimed === sumOf(counts)) continue;
    const items = receipts.map(({ output }) => [...output.matchAll(LIST_ITEM)].length);
    const isShown =
      items.includes(claimed) ||
      sumOf(items) === claimed ||
      receipts.some(({ output }) =>
        (output.match(/\d[\d,]*/gu) ?? []).some((shown) => toCount(shown) === claimed),
      );
    if (!isShown) return fillPrompt(claimsPrompt.otherNumber, { number });
  }
  return null;
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0);
}

function toCount(text: string): number {
  return Number(text.replace(/,/gu, ""));
}

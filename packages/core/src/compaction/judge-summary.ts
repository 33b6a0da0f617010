import type { RunEventPayloads } from "../log/run-event.ts";
import { SUMMARY_CHARACTERS, SUMMARY_SMALLER_SHARE } from "../tunables.ts";

/** Why a summary can't be used. */
export type SummaryProblem = Pick<RunEventPayloads["compaction.failed"], "problem" | "message">;

/** Says why a model's summary can't be used; null when it can. `foldedTokens` is what it is to replace. */
export function judgeSummary(
  text: string,
  options: { readonly foldedTokens: number; readonly count: (text: string) => number },
): SummaryProblem | null {
  if (text.trim() === "") return { problem: "empty", message: "The summary was empty." };
  if (text.length > SUMMARY_CHARACTERS)
    return { problem: "endless", message: `The summary was longer than ${SUMMARY_CHARACTERS} characters.` };
  const tokens = options.count(text);
  if (tokens < options.foldedTokens * SUMMARY_SMALLER_SHARE) return null;
  return {
    problem: "not_smaller",
    message: `The summary has ${tokens} tokens, what it folds ${options.foldedTokens}.`,
  };
}

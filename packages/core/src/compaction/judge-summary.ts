import type { RunEventPayloads } from "../log/run-event.ts";
import { MAX_SUMMARY_CHARACTERS, MAX_SUMMARY_SHARE } from "../tunables.ts";

/** The reason why a summary is unusable. */
export type SummaryProblem = Pick<RunEventPayloads["compaction.failed"], "problem" | "message">;

/** Returns the problem of a model's summary, or null if it is usable. `foldedTokens` is the size of the text it would replace. */
export function judgeSummary(
  text: string,
  options: { readonly foldedTokens: number; readonly count: (text: string) => number },
): SummaryProblem | null {
  if (text.trim() === "") return { problem: "empty", message: "The summary was empty." };
  if (text.length > MAX_SUMMARY_CHARACTERS)
    return {
      problem: "endless",
      message: `The summary was longer than ${MAX_SUMMARY_CHARACTERS} characters.`,
    };
  const tokens = options.count(text);
  if (tokens < options.foldedTokens * MAX_SUMMARY_SHARE) return null;
  return {
    problem: "not_smaller",
    message: `The summary has ${tokens} tokens; the text it replaces has ${options.foldedTokens}.`,
  };
}

import { toFailure } from "../errors.ts";
import type { ChildReport } from "../ports/child-agents.ts";
import type { ToolResult } from "../ports/tool.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { reportText } from "../context/child-texts.ts";

/** How branches are merged, and what became of those that could not start. */
export type Merge = {
  readonly merge: "all" | "best" | "vote";
  /** The number of branches that could not start, and why the first of them could not. */
  readonly refused: number;
  readonly problem: unknown;
};

/**
 * Merges the reports of branches. `all` returns every report. `vote` compares the last lines of the completed ones without case, spaces and
 * punctuation, and puts the answer that most give first; a tie is stated, not broken. `best` leaves the choice to the reader, with its reason.
 */
export function mergeReports(
  reports: readonly ChildReport[],
  { merge, refused, problem }: Merge,
): ToolResult {
  const completed = reports.filter(({ status }) => status === "completed");
  const notes =
    refused === 0
      ? []
      : [
          fillPrompt(subAgentsPrompt.notStarted, {
            count: String(refused),
            problem: toFailure(problem).message,
          }),
        ];
  return {
    ...(completed.length === 0 ? { outcome: "error" as const } : {}),
    title: `${completed.length} of ${reports.length + refused} branches completed`,
    output: [...notes, ...mergedTexts(reports, completed, merge)].join("\n\n"),
    metadata: { childTraceIds: reports.map(({ childTraceId }) => childTraceId) },
  };
}

function mergedTexts(
  reports: readonly ChildReport[],
  completed: readonly ChildReport[],
  merge: Merge["merge"],
): readonly string[] {
  const all = reports.map((report, index) => `Branch ${index + 1}: ${reportText(report)}`);
  if (merge === "all" || completed.length === 0) return all;
  if (merge === "vote") return [voteText(completed), ...all];
  return [subAgentsPrompt.chooseBest, ...all];
}

function voteText(completed: readonly ChildReport[]): string {
  const votes = new Map<string, { readonly answer: string; count: number }>();
  for (const { lastMessage } of completed) {
    const answer = lastMessage.trim().split("\n").at(-1)?.trim() ?? "";
    const key = answer.toLowerCase().replace(/[\s\p{P}]+/gu, "");
    const vote = votes.get(key);
    if (vote === undefined) votes.set(key, { answer, count: 1 });
    else vote.count += 1;
  }
  const [first, second] = [...votes.values()].toSorted((left, right) => right.count - left.count);
  if (first === undefined) return subAgentsPrompt.noVote;
  if (second?.count === first.count)
    return fillPrompt(subAgentsPrompt.tie, {
      votes: String(first.count),
      first: first.answer,
      second: second.answer,
    });
  return fillPrompt(subAgentsPrompt.vote, {
    answer: first.answer,
    votes: String(first.count),
    count: String(completed.length),
  });
}

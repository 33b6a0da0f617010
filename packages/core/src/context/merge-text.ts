import { countOf } from "../log/count-of.ts";
import type { RunEventPayloads } from "../log/run-event.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { SHORT_ID_LENGTH } from "./short-id.ts";

/** Paths that a report names; the log and the diff have all of them. */
const NAMED_PATHS = 50;

const REASONS = {
  no_repository: subAgentsPrompt.noRepository,
  no_commit: subAgentsPrompt.noCommit,
  nested: subAgentsPrompt.nested,
  too_large: subAgentsPrompt.tooLarge,
  failed: subAgentsPrompt.noWorktree,
} as const;

type Merge = RunEventPayloads["child.merged"];

/** Returns what the parent's model reads about the worktree of a child, one block per topic; empty if there is nothing to report. */
export function mergeText(
  merge: Merge | undefined,
  shared: RunEventPayloads["child.spawned"]["shared"],
): string {
  if (shared !== undefined) return block("sharedFolder", { reason: REASONS[shared] });
  if (merge === undefined) return "";
  if (merge.lost === true) return `\n${subAgentsPrompt.lostWorktree}`;
  const { files, merged, unfinished, unclear, diffBlob } = merge;
  const diff = diffBlob?.slice(0, SHORT_ID_LENGTH) ?? "";
  return [
    merged === 0 ? "" : block("merged", { files: countOf(merged, "file"), diff }),
    files.length === 0
      ? ""
      : unfinished
        ? block("partial", { lines: lines(files), diff: diff === "" ? "" : `, all as a diff: "${diff}"` })
        : block("conflicts", { lines: lines(files) }),
    unclear.length === 0 ? "" : block("unclear", { paths: unclear.slice(0, NAMED_PATHS).join(", ") }),
  ].join("");
}

function block(
  name: "merged" | "conflicts" | "partial" | "unclear" | "sharedFolder",
  values: Record<string, string>,
): string {
  return `\n${fillPrompt(subAgentsPrompt[name], values)}`;
}

function lines(files: Merge["files"]): string {
  const named = files.slice(0, NAMED_PATHS).map(({ path, outcome, versionBlob }) => {
    const version = versionBlob?.slice(0, SHORT_ID_LENGTH) ?? subAgentsPrompt.noVersion;
    return `- ${path} (${outcome === "failed" ? fillPrompt(subAgentsPrompt.notWritten, { version }) : version})`;
  });
  const rest = files.length - named.length;
  return [...named, ...(rest > 0 ? [`- and ${rest} more`] : [])].join("\n");
}

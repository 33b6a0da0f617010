import type { StoryLine } from "@goaltrace/core/graph";
import { usedBranches } from "./agent-boxes.ts";
import type { StoryScene } from "./story-scene.ts";

/** The words on the bars of a fork; empty where none apply. */
export type ForkWords = { readonly opens: string; readonly merges: string };

/** The texts of a fork in the language of the person. */
export type ForkTexts = {
  readonly opens: (agent: string, count: number) => string;
  readonly merged: (branches: readonly string[]) => string;
  /** `reason` is the run's answer to the reports; null before it has answered. */
  readonly best: (branches: readonly string[], reason: string | null) => string;
  readonly vote: string;
};

/** Returns the first answer of the run to the result of a call; null before there is one. */
export type AnswerTo = (callId: string) => string | null;

/** Names the branches that a fork runs at the same time and, once all have ended, those that were merged. */
export function forkWords(
  { agents }: Pick<StoryScene, "agents">,
  { boxes }: { readonly boxes: readonly Pick<StoryLine["boxes"][number], "id">[] },
  { texts, answerTo }: { readonly texts: ForkTexts; readonly answerTo: AnswerTo },
): ForkWords {
  const first = agents.get(boxes[0]?.id ?? "");
  if (first === undefined || first.agent.branch === null) return { opens: "", merges: "" };
  const { agent: name, callId, branch } = first.agent;
  // If there are more branches than slots, they fill several lines.
  const opens = branch.index === 0 ? texts.opens(name, branch.size) : "";
  const all = [...agents.values()].filter(({ agent }) => agent.callId === callId);
  if (all.some(({ agent }) => agent.end === null)) return { opens, merges: "" };
  if (branch.merge === "vote") return { opens, merges: texts.vote };
  const used = usedBranches(all).map((each) => each.name);
  if (used.length === 0) return { opens, merges: "" };
  if (branch.merge !== "best") return { opens, merges: texts.merged(used) };
  return { opens, merges: texts.best(used, callId === null ? null : answerTo(callId)) };
}

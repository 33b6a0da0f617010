import { z } from "zod";
import { EXPLORE_TOOL } from "../log/tool-names.ts";
import { type AgentDirectory, CallSuspended, type ChildReport } from "../ports/child-agents.ts";
import { defineTool, type Tool, type ToolResult } from "../ports/tool.ts";
import { MAX_CHILD_PROMPT_CHARACTERS } from "../tunables.ts";
import { agentName } from "./agent-name.ts";
import { mergeReports } from "./merge-reports.ts";

/** Creates the tool that runs several of these agents side by side and returns their merged reports. */
export function createExploreTool(agents: AgentDirectory): Tool {
  const input = z.object({
    branches: z
      .array(z.string().trim().min(1).max(MAX_CHILD_PROMPT_CHARACTERS))
      .min(2)
      .max(8)
      .describe(
        "One task per branch, each complete in itself: the agents see neither this conversation nor each other.",
      ),
    merge: z
      .enum(["all", "best", "vote"])
      .default("all")
      .describe(
        "all: every report. vote: every report, and the answer that most branches give in their last line. best: every report, to choose one and say why.",
      ),
    agent: agentName(agents, "explore").describe(
      "The agent of every branch. Whichever it is, it can only read.",
    ),
  });
  return defineTool({
    name: EXPLORE_TOOL,
    inSmallWindows: "last",
    description:
      "Sends 2 to 8 agents to find things out side by side, each with a fresh context and reading rights only, and merges their reports. Use it to look at several places, try several approaches or ask the same question several times. A branch that fails costs only its own report.",
    input,
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    timeLimitMs: Number.POSITIVE_INFINITY,
    async execute({ branches, merge, agent }, { children, toolCallId }): Promise<ToolResult> {
      const settled = await Promise.allSettled(
        branches.map(async (prompt, index): Promise<ChildReport> => {
          const group = { groupId: toolCallId, index, size: branches.length, merge };
          return await children.run({ position: index, agent, prompt, isReadOnly: true, group });
        }),
      );
      if (settled.some((end) => end.status === "rejected" && end.reason instanceof CallSuspended))
        throw new CallSuspended();
      const problem = settled.find((end) => end.status === "rejected");
      const reports = settled.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
      if (problem !== undefined && reports.length === 0) throw problem.reason;
      return mergeReports(reports, {
        ...{ merge, refused: settled.length - reports.length, problem: problem?.reason },
      });
    },
  });
}

import { z } from "zod";
import { TASK_TOOL } from "../log/tool-names.ts";
import type { AgentDirectory, ChildSummary, HandedTask } from "../ports/child-agents.ts";
import { defineTool, type Tool, type ToolResult } from "../ports/tool.ts";
import { MAX_CHILD_PROMPT_CHARACTERS } from "../tunables.ts";
import { agentList, agentName } from "./agent-name.ts";
import { childLabel, reportText, reportTitle } from "../context/child-texts.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../prompts/parse.ts";

/** Creates the tool that hands a task to one of these agents and returns its report. The agent's run is a trace of its own below this one. */
export function createTaskTool(agents: AgentDirectory): Tool {
  const input = z.object({
    agent: agentName(agents, "general").describe(`Its agent: ${agentList(agents)}.`),
    prompt: z
      .string()
      .trim()
      .min(1)
      .max(MAX_CHILD_PROMPT_CHARACTERS)
      .describe("Complete in itself: the agent sees nothing of this conversation. Say what to hand back."),
    name: z
      .string()
      .trim()
      .min(1)
      .max(40)
      .optional()
      .describe(
        "A name for the agent. A later task with the same name continues its thread, with all it has learned.",
      ),
    continue: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe("The id of an earlier agent whose thread this task continues."),
    background: z
      .boolean()
      .default(false)
      .describe("It works in parallel with you, and its report reaches you as a message."),
    isolated: z
      .boolean()
      .optional()
      .describe(
        "true: it changes files in a git worktree of its own, merged into the project folder when it ends; you hear of conflicts. Use it for agents that change files side by side. false: changes show at once. Default: true in the background.",
      ),
    at_end: z
      .enum(["wait", "cancel"])
      .default("wait")
      .describe("If you finish first: wait for its report, or cancel it."),
  });
  return defineTool({
    name: TASK_TOOL,
    description:
      "Hands a task to another agent with a fresh context and returns its report. Several tasks in one answer run side by side; with background you continue at once. Use it for work that would fill your own context or can be done in parallel. You answer for what comes back: check it.",
    input,
    // A repeated call finds the same agent again, and each call that the agent makes is judged on its own.
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    timeLimitMs: Number.POSITIVE_INFINITY,
    async execute(
      { agent, prompt, name, continue: earlier, background, isolated, at_end },
      { children },
    ): Promise<ToolResult> {
      const continues = earlier ?? findNamed(children.list(), name)?.childTraceId;
      const atEnd = background ? at_end : undefined;
      const handed = await children.hand({
        ...{ position: 0, agent, prompt, name, continues, background, atEnd },
        isIsolated: isolated,
      });
      if (handed.kind === "working") return stillWorking(handed);
      const { report } = handed;
      return {
        ...(report.status === "completed" ? {} : { outcome: "error" as const }),
        title: reportTitle(report),
        output: reportText(report),
        metadata: { childTraceId: report.childTraceId },
      };
    },
  });
}

function stillWorking({ child, because }: Extract<HandedTask, { kind: "working" }>): ToolResult {
  const text = because === "background" ? subAgentsPrompt.background : subAgentsPrompt.left;
  return {
    title: `${child.name ?? child.agent} works in the background`,
    output: fillPrompt(text, { agent: `[${childLabel(child)}]` }),
    metadata: { childTraceId: child.childTraceId },
  };
}

/** Returns the newest agent with this name that has ended. */
function findNamed(children: readonly ChildSummary[], name: string | undefined): ChildSummary | undefined {
  if (name === undefined) return undefined;
  return children.findLast((child) => child.name === name && child.status !== null);
}

import { z } from "zod";
import { childLabel } from "../context/child-texts.ts";
import { oneLine } from "../log/describe.ts";
import { LIST_AGENTS_TOOL } from "../log/tool-names.ts";
import type { ChildActivity, ChildrenLeft } from "../ports/child-agents.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { MAX_CHILDREN_AT_ONCE } from "../tunables.ts";

/** The tool that lists the agents that the caller has started in this turn, with what each of them does. */
export const listAgentsTool = defineTool({
  name: LIST_AGENTS_TOOL,
  inSmallWindows: "last",
  description:
    "Lists the agents that you have started: what each does, what it waits for, its time and cost, and how many more you may start.",
  input: z.object({}),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async execute(_, { children }): Promise<ToolResult> {
    const [activity, left] = await Promise.all([children.activity(), children.left()]);
    const working = activity.filter(({ status }) => status === null).length;
    const lines = activity.map(activityLine);
    return {
      title: `${working} of ${activity.length} agents working`,
      output: [...(lines.length === 0 ? [subAgentsPrompt.noAgents] : lines), leftLine(left)].join("\n"),
    };
  },
});

function activityLine(child: ChildActivity): string {
  const state = child.status ?? (child.waitingFor === null ? "working" : `waiting for ${child.waitingFor}`);
  const cost = child.cost === null ? "unknown cost" : `$${child.cost.toFixed(4)}`;
  const seconds = (child.elapsedMs / 1000).toFixed(1);
  return `[${childLabel(child)}] ${state}, ${child.steps} steps, ${seconds} s, ${cost}: ${oneLine(child.prompt)}`;
}

function leftLine({ count, reason }: ChildrenLeft): string {
  if (reason !== null) return fillPrompt(subAgentsPrompt.noneLeft, { reason });
  return fillPrompt(subAgentsPrompt.agentsLeft, {
    count: String(count),
    places: String(MAX_CHILDREN_AT_ONCE),
  });
}

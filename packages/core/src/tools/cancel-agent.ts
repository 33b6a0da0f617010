import { z } from "zod";
import { reportText, reportTitle } from "../context/child-texts.ts";
import { CANCEL_AGENT_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { agentId, startedAgent } from "./agent-name.ts";

/** The tool that stops an agent with everything below it and returns what it has done so far. */
export const cancelAgentTool = defineTool({
  name: CANCEL_AGENT_TOOL,
  inSmallWindows: "last",
  description:
    "Stops an agent that you started, with all agents that it started, and returns what it has done so far.",
  input: z.object({
    agent: startedAgent,
    reason: z.string().trim().min(1).max(500).optional().describe("Why, in one sentence; people read it."),
  }),
  // The work of the agent stays, and the same call stops nothing else.
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  timeLimitMs: Number.POSITIVE_INFINITY,
  async execute({ agent, reason }, { children }): Promise<ToolResult> {
    const report = await children.cancel(agentId(children.list(), agent), reason ?? null);
    return {
      title: reportTitle(report),
      output: reportText(report),
      metadata: { childTraceIds: [report.childTraceId] },
    };
  },
});

import { z } from "zod";
import { childLabel, reportText } from "../context/child-texts.ts";
import { WAIT_FOR_AGENTS_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { MAX_CHILDREN_PER_RUN } from "../tunables.ts";
import { agentId, startedAgent } from "./agent-name.ts";

/** The tool that waits for background agents and returns their reports. */
export const waitForAgentsTool = defineTool({
  name: WAIT_FOR_AGENTS_TOOL,
  inSmallWindows: "last",
  description:
    "Waits for agents that work in the background and returns their reports. Call it when you have nothing else to do until then. A message to you ends the wait early.",
  input: z.object({
    agents: z
      .array(startedAgent)
      .max(MAX_CHILDREN_PER_RUN)
      .default([])
      .describe("Their ids or names; empty for all that work."),
    until: z
      .enum(["all", "any"])
      .default("all")
      .describe("all: until each of them has ended. any: until the first of them has."),
  }),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  timeLimitMs: Number.POSITIVE_INFINITY,
  async execute({ agents, until }, { children }): Promise<ToolResult> {
    const list = children.list();
    const ids = [...new Set(agents.map((text) => agentId(list, text)))];
    const { ended, working, isInterrupted } = await children.wait(ids.length === 0 ? null : ids, until);
    if (ended.length + working.length === 0)
      return { title: "no agents working", output: subAgentsPrompt.nothingToWait };
    const names = working.map((child) => `[${childLabel(child)}]`).join(", ");
    const note = isInterrupted ? subAgentsPrompt.waitInterrupted : subAgentsPrompt.stillWorking;
    return {
      title: `${ended.length} of ${ended.length + working.length} agents ended`,
      output: [
        ...ended.map(reportText),
        ...(working.length === 0 ? [] : [fillPrompt(note, { agents: names })]),
      ].join("\n\n"),
      metadata: { childTraceIds: ended.map(({ childTraceId }) => childTraceId) },
    };
  },
});

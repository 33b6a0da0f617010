import { z } from "zod";
import { MESSAGE_AGENT_TOOL } from "../log/tool-names.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { subAgentsPrompt } from "../prompts/generated/sub-agents.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { agentId } from "./agent-name.ts";
import { MAX_AGENT_MESSAGE_CHARACTERS } from "./tunables.ts";

/** The tool that sends a message to an agent that works for the caller, or to the one that started the caller. */
export const messageAgentTool = defineTool({
  name: MESSAGE_AGENT_TOOL,
  inSmallWindows: "last",
  description:
    "Sends a message to an agent that you started and that still works, or to the agent that started you. It is read before the next step of that agent. Use it to correct, to add what has changed, or to ask.",
  input: z.object({
    to: z
      .string()
      .trim()
      .min(1)
      .max(64)
      .describe('The id or name of an agent that you started, or "parent" for the agent that started you.'),
    text: z.string().trim().min(1).max(MAX_AGENT_MESSAGE_CHARACTERS),
  }),
  // The same call sends its message once.
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async execute({ to, text }, { children }): Promise<ToolResult> {
    await children.message(agentId(children.list(), to), text);
    return { title: `sent to ${to}`, output: fillPrompt(subAgentsPrompt.sent, { to }) };
  },
});

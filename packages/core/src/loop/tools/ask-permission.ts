import { jsonDigest } from "../../digest.ts";
import { toFailure } from "../../errors.ts";
import type { PermissionDecision } from "../../ports/permission.ts";
import type { Tool } from "../../ports/tool.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import { definitionDigest } from "./definition-digest.ts";

/** Returns the permission decision for a call with valid arguments. A failed decision is a denial. */
export async function askPermission(
  context: RunContext,
  open: OpenCall,
  { tool, input }: { readonly tool: Tool; readonly input: unknown },
): Promise<PermissionDecision> {
  const { trace, state, ports, environment } = context;
  const { workspaceId, personId, conversationId, rootId, id: traceId, agent, projectFolder } = trace;
  try {
    return await environment.permission.decide({
      scope: { workspaceId, personId },
      ...{ person: personId, agent: agent.name, conversation: conversationId, rootId, traceId },
      ...{ step: state.steps, toolCallId: open.call.id, tool: tool.name },
      definitionDigest: definitionDigest(tool, ports.hash),
      arguments: input,
      argumentsDigest: jsonDigest(input, ports.hash),
      ...{ folder: projectFolder, annotations: tool.annotations },
    });
  } catch (thrown) {
    const reason = fillPrompt(resultsPrompt.undecided, { problem: toFailure(thrown).message });
    return { effect: "deny", by: "default", reason };
  }
}

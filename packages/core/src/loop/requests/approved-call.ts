import type { Tool } from "../../ports/tool.ts";
import type { RunContext } from "../run-context.ts";
import { definitionDigest } from "../tools/definition-digest.ts";
import type { ApprovedCall } from "./approval-digest.ts";
import { argumentsDigest } from "./arguments-digest.ts";

/** Returns what an approval of the call would cover now, with the arguments as a person sees them. */
export function approvedCall(
  { trace, state, ports }: RunContext,
  toolCallId: string,
  { tool, argumentsText }: { readonly tool: Tool; readonly argumentsText: string },
): ApprovedCall {
  return {
    ...{ traceId: trace.id, folder: trace.projectFolder, step: state.steps, toolCallId, tool: tool.name },
    definitionDigest: definitionDigest(tool, ports.hash),
    argumentsDigest: argumentsDigest(argumentsText, ports.hash),
  };
}

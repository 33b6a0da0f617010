import type { ToolResult } from "../../ports/tool.ts";
import { resultsPrompt } from "../../prompts/generated/results.ts";
import type { OpenCall } from "../run-state.ts";

/** The result of a call that never ran because its run was stopped first, even between the logged start of the call and its execution. */
export const NOT_RUN = { title: "cancelled", output: resultsPrompt.runEnded } as const satisfies ToolResult;

/** The result of a call that was stopped while it ran. */
export const STOPPED = { title: "cancelled", output: resultsPrompt.stopped } as const satisfies ToolResult;

/** Returns the result of a call that is still open when its run ends. The effect of a started call is unknown. */
export function resultAtEnd({ started }: OpenCall): typeof NOT_RUN | typeof STOPPED {
  return started === null ? NOT_RUN : STOPPED;
}

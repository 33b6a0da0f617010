import { resultsPrompt } from "../../prompts/generated/results.ts";
import { fillPrompt } from "../../prompts/parse.ts";
import type { RunContext } from "../run-context.ts";
import type { OpenCall } from "../run-state.ts";
import type { FinishedCall } from "../tools/finished-call.ts";
import { toolEffect } from "../tools/tool-effect.ts";

/**
 * Records a finished call for the other runs of the tree, and returns the note to its result about files that another run changes too; empty
 * if there are none. The other run reads the same with its next result.
 */
export function noteForTree(
  { trace, family, environment }: RunContext,
  { call }: OpenCall,
  { outcome, result, events }: FinishedCall,
): string {
  if (outcome === "ok" || outcome === "error")
    family.loops.note({
      ...{ traceId: trace.id, tool: call.name, argumentsText: call.arguments, output: result.output },
      isError: outcome === "error",
      hasEffects: toolEffect(environment.tools.find(call.name)?.annotations) !== "read_only",
    });
  for (const event of events)
    if (event.type === "file.changed")
      family.edits.note({
        ...{ traceId: trace.id, agent: trace.agent.name, toolCallId: call.id },
        ...{ folder: trace.projectFolder, path: event.data.path },
        sha256: event.data.deleted === true ? null : event.data.afterBlob,
      });
  return family.edits
    .take(trace.id)
    .map(({ path, other }) => {
      return `\n${fillPrompt(resultsPrompt.overlap, {
        ...{ path, agent: other.agent, id: other.traceId, call: other.toolCallId },
      })}`;
    })
    .join("");
}

import type { Trace } from "../../log/trace.ts";
import type { Hash } from "../../ports/clock.ts";
import type { ToolSet } from "../../ports/tool.ts";
import { argumentsDigest, readArgumentsText } from "../requests/arguments-digest.ts";
import type { RunContext } from "../run-context.ts";
import type { RunState } from "../run-state.ts";
import { changedTarget, type Denial } from "./denials.ts";

/** Makes a person's denials in this run known to all runs of its tree. Repeating it changes nothing. */
export function shareDenials({ state, trace, family, environment, ports }: RunContext): void {
  for (const denial of denialsIn(state, { trace, tools: environment.tools, hash: ports.hash }))
    family.denials.add(denial);
}

/** Returns the calls of a run that people denied. */
export function denialsIn(
  { denied }: Readonly<RunState>,
  { trace, tools, hash }: { readonly trace: Trace; readonly tools: ToolSet; readonly hash: Hash },
): readonly Denial[] {
  return denied.map(({ toolName, argumentsText, reason }) => {
    const tool = tools.find(toolName);
    return {
      ...{ traceId: trace.id, tool: toolName, reason },
      argumentsDigest: argumentsDigest(argumentsText, hash),
      target: tool === undefined ? null : changedTarget(tool, readArgumentsText(argumentsText)),
    };
  });
}

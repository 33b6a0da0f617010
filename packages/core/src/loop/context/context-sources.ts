import { CONTEXT_SLOTS } from "../../log/context-slots.ts";
import type { ContextSource, RunEnvironment } from "../../ports/run-environment.ts";
import { agentInstructionsSource } from "./agent-instructions-source.ts";
import { toolsSource } from "./tools-source.ts";

/** All sources of a run in the order of the request: those of every run, and those of its environment. */
export function contextSources(environment: RunEnvironment): readonly ContextSource[] {
  const sources = [agentInstructionsSource, ...environment.sources, toolsSource];
  return CONTEXT_SLOTS.flatMap((slot) => sources.filter((source) => source.slot === slot));
}

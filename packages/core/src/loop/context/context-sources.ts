import { CONTEXT_SLOTS } from "../../log/context-slots.ts";
import type { ContextSource, RunEnvironment } from "../../ports/run-environment.ts";
import { agentInstructionsSource } from "./agent-instructions-source.ts";
import { profileSource } from "./profile-source.ts";
import { skillsSource } from "./skills-source.ts";
import { toolsSource } from "./tools-source.ts";

/** Returns all context sources of a run in request order: the built-in ones and those of its environment. */
export function contextSources(environment: RunEnvironment): readonly ContextSource[] {
  const profile = environment.profile === undefined ? [] : [profileSource(environment.profile)];
  const skills = environment.skills === undefined ? [] : [skillsSource(environment.skills)];
  const sources = [agentInstructionsSource, ...skills, ...profile, ...environment.sources, toolsSource];
  return CONTEXT_SLOTS.flatMap((slot) => sources.filter((source) => source.slot === slot));
}

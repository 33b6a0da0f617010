import type { Skill } from "../ports/run-skills.ts";
import { skillBrowseTheWebPrompt } from "../prompts/generated/skill-browse-the-web.ts";
import { skillDebugARunPrompt } from "../prompts/generated/skill-debug-a-run.ts";
import { skillKeepMemoryPrompt } from "../prompts/generated/skill-keep-memory.ts";
import { skillPlanAndVerifyPrompt } from "../prompts/generated/skill-plan-and-verify.ts";
import { skillWriteASkillPrompt } from "../prompts/generated/skill-write-a-skill.ts";

type Text = { readonly description: string; readonly body: string };

function builtIn(name: string, { description, body }: Text, isCore = false): Skill {
  return { name, description, body, isCore, layer: "built_in", files: [] };
}

/** The skills that every workspace has. A core skill is read with every request, so there is one and it is short. */
export const BUILT_IN_SKILLS: readonly Skill[] = [
  builtIn("browse-the-web", skillBrowseTheWebPrompt),
  builtIn("debug-a-run", skillDebugARunPrompt),
  builtIn("keep-memory", skillKeepMemoryPrompt),
  builtIn("plan-and-verify", skillPlanAndVerifyPrompt, true),
  builtIn("write-a-skill", skillWriteASkillPrompt),
];

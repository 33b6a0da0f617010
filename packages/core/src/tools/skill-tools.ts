import type { Tool } from "../ports/tool.ts";
import { listSkillsTool } from "./list-skills.ts";
import { readSkillFileTool } from "./read-skill-file.ts";
import { skillTool } from "./skill.ts";

/** Returns the tools with which agents load skills. The environment of a run that has them has the skills too. */
export function skillTools(): readonly Tool[] {
  return [listSkillsTool, readSkillFileTool, skillTool];
}

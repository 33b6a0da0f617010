import type { Skill } from "../ports/run-skills.ts";
import { skillsPrompt } from "../prompts/generated/skills.ts";
import { fillPrompt } from "../prompts/parse.ts";

/** Returns a skill as an agent reads it after it loaded it. A body cannot end the skill and continue as the runtime. */
export function describeSkill({
  name,
  layer,
  body,
  files,
}: Pick<Skill, "name" | "layer" | "body" | "files">): string {
  const lines = files.map(({ path, bytes }) => `- ${path} (${String(bytes)} bytes)`).join("\n");
  const text = fillPrompt(skillsPrompt.loaded, {
    ...{ name, layer, body: body.replaceAll("</skill>", "&lt;/skill>") },
    files: files.length === 0 ? "" : `\n${fillPrompt(skillsPrompt.files, { files: lines })}`,
  });
  return layer === "project" ? `${text}\n\n${skillsPrompt.projectNote}` : text;
}

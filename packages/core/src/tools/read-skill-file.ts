import { z } from "zod";
import { READ_SKILL_FILE_TOOL } from "../log/tool-names.ts";
import { defineTool } from "../ports/tool.ts";
import { skillsPrompt } from "../prompts/generated/skills.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { SKILL_FORMAT, SKILL_LIMITS } from "../skills/tunables.ts";
import { errorResult } from "./error-result.ts";
import { findSkill, skillTrust } from "./skill.ts";

const input = z.object({
  skill: z.string().trim().min(1).max(SKILL_FORMAT.name).describe("The name of the skill."),
  path: z
    .string()
    .trim()
    .min(1)
    .max(SKILL_LIMITS.path)
    .describe("The path of the file in the skill, as the skill lists it."),
});

/** Reads a file beside a SKILL.md. Only files that the skill lists exist for it. */
export const readSkillFileTool = defineTool({
  name: READ_SKILL_FILE_TOOL,
  inSmallWindows: "last",
  description:
    "Reads a file that belongs to a skill, such as a reference or a script, by the path that the skill lists.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async execute({ skill: name, path }, { skills, record }) {
    const found = findSkill(await skills.read(), name);
    if (!found.ok) return found.result;
    const { skill } = found;
    const wanted = path.replace(/^\.\//u, "");
    if (!skill.files.some((file) => file.path === wanted)) {
      const files = skill.files.map((file) => file.path).join(", ");
      return errorResult(path, fillPrompt(skillsPrompt.unknownFile, { skill: name, path, files }));
    }
    const file = await skills.fileText(skill, wanted);
    if (!file.ok)
      return errorResult(path, fillPrompt(skillsPrompt.unreadableFile, { path, problem: file.problem }));
    const data = { skill: name, layer: skill.layer, file: wanted };
    record({ type: "skill.loaded", data, text: file.text });
    return { title: `${name}/${wanted}`, output: file.text, trust: skillTrust(skill) };
  },
});

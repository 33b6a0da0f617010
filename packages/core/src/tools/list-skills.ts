import { countOf } from "../log/count-of.ts";
import { z } from "zod";
import { LIST_SKILLS_TOOL } from "../log/tool-names.ts";
import { defineTool } from "../ports/tool.ts";
import { skillsPrompt } from "../prompts/generated/skills.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { skillLine } from "../skills/skill-listing.ts";

/** Lists the skills, also those added since the conversation began, and those that cannot be used with the reasons. */
export const listSkillsTool = defineTool({
  name: LIST_SKILLS_TOOL,
  inSmallWindows: "last",
  description:
    "Lists all skills with their descriptions, and those that cannot be used with the reasons. Use it when the list you have may be old or cut.",
  input: z.object({}),
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  async execute(_input, context) {
    const { skills, refused } = await context.skills.read();
    const broken = refused.map(({ name, reasons }) =>
      fillPrompt(skillsPrompt.refusedLine, { name, reasons: reasons.join(" ") }),
    );
    const lines = [
      ...(skills.length === 0 ? [skillsPrompt.none] : skills.map(skillLine)),
      ...(broken.length === 0 ? [] : ["", skillsPrompt.refusedHeading, ...broken]),
    ];
    const isForeign = [...skills, ...refused].some(({ layer }) => layer === "project");
    return {
      ...{ title: countOf(skills.length, "skill"), output: lines.join("\n") },
      trust: isForeign ? "untrusted" : "workspace",
    };
  },
});

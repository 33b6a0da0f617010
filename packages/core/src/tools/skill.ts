import { z } from "zod";
import { SKILL_TOOL } from "../log/tool-names.ts";
import type { Skill, SkillShelf } from "../ports/run-skills.ts";
import { defineTool, type ToolResult } from "../ports/tool.ts";
import { skillsPrompt } from "../prompts/generated/skills.ts";
import { fillPrompt } from "../prompts/parse.ts";
import { describeSkill } from "../skills/describe-skill.ts";
import { SKILL_FORMAT } from "../skills/tunables.ts";
import { errorResult } from "./error-result.ts";

/** Longer skills are shown as head and tail, like any result. */
const SPILL_CHARACTERS = 40_000;

const input = z.object({
  name: z
    .string()
    .trim()
    .min(1)
    .max(SKILL_FORMAT.name)
    .describe("The name of the skill, from the list of skills."),
});

/** Loads a skill into the conversation. */
export const skillTool = defineTool({
  name: SKILL_TOOL,
  description:
    "Loads a skill: instructions for a kind of work, written by people of this workspace or project. Call it before you begin work that a skill's description fits.",
  input,
  annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
  spillCharacters: SPILL_CHARACTERS,
  async execute({ name }, { skills, record }) {
    const shelf = await skills.read();
    const found = findSkill(shelf, name);
    if (!found.ok) return found.result;
    const { skill } = found;
    const output = describeSkill(skill);
    record({ type: "skill.loaded", data: { skill: name, layer: skill.layer, file: null }, text: output });
    skills.noteUse(skill);
    return { title: name, output, trust: skillTrust(skill) };
  },
});

type FoundSkill =
  | { readonly ok: true; readonly skill: Skill }
  | { readonly ok: false; readonly result: ToolResult };

/** Returns the skill of this name, or the result that says why there is none. */
export function findSkill({ skills, refused }: SkillShelf, name: string): FoundSkill {
  const skill = skills.find((candidate) => candidate.name === name);
  if (skill !== undefined) return { ok: true, skill };
  const reasons = refused.find((candidate) => candidate.name === name)?.reasons.join(" ");
  const names = skills.map((candidate) => candidate.name).join(", ");
  const explanation =
    reasons === undefined
      ? fillPrompt(skillsPrompt.unknown, { name, names })
      : fillPrompt(skillsPrompt.refused, { name, reasons });
  return { ok: false, result: errorResult(name, explanation) };
}

/** Skills of a project are as little trusted as its other files. */
export function skillTrust({ layer }: Skill): "untrusted" | "workspace" {
  return layer === "project" ? "untrusted" : "workspace";
}

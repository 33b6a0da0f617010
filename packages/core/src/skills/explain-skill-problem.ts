import { cleanForeignText } from "../foreign-text.ts";
import { skillsPrompt } from "../prompts/generated/skills.ts";
import { fillPrompt } from "../prompts/parse.ts";
import type { SkillProblem, SkillProblemCode } from "./skill-problem.ts";
import { SKILL_FORMAT, SKILL_LIMITS } from "./tunables.ts";

const TEXTS: { readonly [Code in SkillProblemCode]: { readonly text: string; readonly limit?: number } } = {
  missing_file: { text: skillsPrompt.missingFile },
  not_utf8: { text: skillsPrompt.notUnicode },
  too_large: { text: skillsPrompt.tooLarge, limit: SKILL_LIMITS.skillBytes },
  no_front_matter: { text: skillsPrompt.noFrontMatter },
  open_front_matter: { text: skillsPrompt.openFrontMatter },
  long_front_matter: { text: skillsPrompt.longFrontMatter, limit: SKILL_LIMITS.frontMatterCharacters },
  broken_yaml: { text: skillsPrompt.brokenYaml },
  no_mapping: { text: skillsPrompt.noMapping },
  flow_style: { text: skillsPrompt.flowStyle },
  anchor: { text: skillsPrompt.anchor },
  tag: { text: skillsPrompt.tag },
  repeated_field: { text: skillsPrompt.repeatedField },
  uneven_indentation: { text: skillsPrompt.unevenIndentation },
  early_end: { text: skillsPrompt.earlyEnd },
  byte_order_mark: { text: skillsPrompt.byteOrderMark },
  unknown_fields: { text: skillsPrompt.unknownFields },
  no_name: { text: skillsPrompt.noName },
  long_name: { text: skillsPrompt.longName, limit: SKILL_FORMAT.name },
  bad_name: { text: skillsPrompt.badName },
  foreign_name: { text: skillsPrompt.foreignName },
  other_folder: { text: skillsPrompt.otherFolder },
  no_description: { text: skillsPrompt.noDescription },
  list_description: { text: skillsPrompt.listDescription },
  long_description: { text: skillsPrompt.longDescription, limit: SKILL_FORMAT.description },
  bad_compatibility: { text: skillsPrompt.badCompatibility, limit: SKILL_FORMAT.compatibility },
  no_body: { text: skillsPrompt.noBody },
  long_body: { text: skillsPrompt.longBody },
  unknown_tool: { text: skillsPrompt.namesNoTool },
  unknown_file: { text: skillsPrompt.namesNoFile },
  control_characters: { text: skillsPrompt.controlCharacters },
  hidden_text: { text: skillsPrompt.hiddenText },
  hidden_characters: { text: skillsPrompt.hiddenCharacters },
  bad_path: { text: skillsPrompt.badPath },
  deep_path: { text: skillsPrompt.deepPath, limit: SKILL_LIMITS.path },
  unusable_path: { text: skillsPrompt.unusablePath, limit: SKILL_LIMITS.path },
  same_name: { text: skillsPrompt.sameName },
  link: { text: skillsPrompt.link },
  escape: { text: skillsPrompt.escape },
  special_file: { text: skillsPrompt.specialFile },
  large_file: { text: skillsPrompt.largeFile, limit: SKILL_LIMITS.fileBytes },
  many_files: { text: skillsPrompt.manyFiles, limit: SKILL_LIMITS.files },
  uncommitted: { text: skillsPrompt.uncommitted },
  broken_archive: { text: skillsPrompt.brokenArchive },
  many_skills: { text: skillsPrompt.manySkills },
  shadowed: { text: skillsPrompt.shadowed },
};
const COUNT = new Intl.NumberFormat("en");

/** Returns what is wrong, and what to do about it, as sentences for models and terminals. */
export function explainSkillProblem({ code, line, found }: SkillProblem): string {
  const { text, limit } = TEXTS[code];
  const said = fillPrompt(text, {
    ...(text.includes("%found%") ? { found: cleanForeignText(found) } : {}),
    ...(text.includes("%limit%") ? { limit: COUNT.format(limit ?? 0) } : {}),
    ...(text.includes("%total%") ? { total: COUNT.format(SKILL_LIMITS.totalBytes) } : {}),
  }).trim();
  return line === null ? said : `Line ${String(line)}: ${said}`;
}

// The numbers of skills. Those of the public format are in its specification (agentskills.io).

/** The format's limits, in characters. */
export const SKILL_FORMAT = { name: 64, description: 1_024, compatibility: 500 } as const;

/**
 * Limits of one skill. `skillBytes`: of SKILL.md; forty times what the format recommends. `frontMatterCharacters`: YAML is parsed, so its
 * length bounds the work. `path`: characters. `depth`: folders within folders.
 */
export const SKILL_LIMITS = {
  skillBytes: 200_000,
  frontMatterCharacters: 16_000,
  fileBytes: 1_000_000,
  totalBytes: 4_000_000,
  files: 100,
  path: 200,
  depth: 5,
} as const;
/** Lines of a body above which the format recommends files beside it. */
export const LONG_BODY_LINES = 500;
/** Skills of a project folder that are read. Each costs a line in every context. */
export const MAX_PROJECT_SKILLS = 100;
/** The list of skills in a context: a description is cut at `description` characters, the list at `characters`; list_skills has the rest. */
export const SKILL_LISTING = { description: 400, characters: 16_000 } as const;
/** Characters of a skill that an agent writes in one call: a page and a half. Longer ones are for people, who can put parts into files. */
export const MAX_WRITTEN_SKILL = 8_000;

export { BUILT_IN_SKILLS } from "./built-in-skills.ts";
export { explainSkillProblem } from "./explain-skill-problem.ts";
export { mergeLayers } from "./merge-layers.ts";
export { readSkill, type SkillReading } from "./read-skill.ts";
export { NO_SKILLS } from "./no-skills.ts";
export { skillSource } from "./skill-source.ts";
export { isRefusal, isValidFormat, type SkillProblem } from "./skill-problem.ts";
export { MAX_PROJECT_SKILLS, SKILL_LIMITS } from "./tunables.ts";

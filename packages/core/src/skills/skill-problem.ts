/**
 * Problems of skills. `effect`: whether agents get the skill nevertheless. `format`: whether the validator of the public format
 * (skills-ref of agentskills.io) calls the skill invalid for it.
 */
export const SKILL_PROBLEMS = {
  missing_file: { effect: "refused", format: true },
  not_utf8: { effect: "refused", format: true },
  too_large: { effect: "refused", format: false },
  no_front_matter: { effect: "refused", format: true },
  open_front_matter: { effect: "refused", format: true },
  long_front_matter: { effect: "refused", format: false },
  broken_yaml: { effect: "warning", format: true },
  no_mapping: { effect: "warning", format: true },
  flow_style: { effect: "warning", format: true },
  anchor: { effect: "warning", format: true },
  tag: { effect: "warning", format: true },
  repeated_field: { effect: "warning", format: true },
  uneven_indentation: { effect: "warning", format: true },
  early_end: { effect: "warning", format: false },
  byte_order_mark: { effect: "warning", format: true },
  unknown_fields: { effect: "warning", format: true },
  no_name: { effect: "warning", format: true },
  long_name: { effect: "refused", format: true },
  bad_name: { effect: "refused", format: true },
  foreign_name: { effect: "refused", format: false },
  other_folder: { effect: "warning", format: true },
  no_description: { effect: "refused", format: true },
  list_description: { effect: "warning", format: true },
  long_description: { effect: "warning", format: true },
  bad_compatibility: { effect: "warning", format: true },
  no_body: { effect: "warning", format: false },
  long_body: { effect: "warning", format: false },
  unknown_tool: { effect: "warning", format: false },
  unknown_file: { effect: "warning", format: false },
  control_characters: { effect: "refused", format: false },
  hidden_text: { effect: "refused", format: false },
  hidden_characters: { effect: "warning", format: false },
  bad_path: { effect: "refused", format: false },
  deep_path: { effect: "refused", format: false },
  unusable_path: { effect: "warning", format: false },
  same_name: { effect: "refused", format: false },
  link: { effect: "refused", format: false },
  escape: { effect: "refused", format: false },
  special_file: { effect: "refused", format: false },
  large_file: { effect: "refused", format: false },
  many_files: { effect: "refused", format: false },
  uncommitted: { effect: "refused", format: false },
  broken_archive: { effect: "refused", format: false },
  many_skills: { effect: "refused", format: false },
  shadowed: { effect: "refused", format: false },
} as const satisfies Record<string, { readonly effect: "refused" | "warning"; readonly format: boolean }>;

export type SkillProblemCode = keyof typeof SKILL_PROBLEMS;

/** Something wrong with a skill. `line`: of SKILL.md, from 1, null for the whole. `found`: the part of the skill that it is about. */
export type SkillProblem = {
  readonly code: SkillProblemCode;
  readonly line: number | null;
  readonly found: string;
};

/** Returns true if the problem keeps the skill from every agent. */
export function isRefusal({ code }: SkillProblem): boolean {
  return SKILL_PROBLEMS[code].effect === "refused";
}

/** Problems of one file, which is left out, or at which reading the folder stops. */
const OF_FILES: ReadonlySet<SkillProblemCode> = new Set([
  "unusable_path",
  ...(["bad_path", "deep_path", "link", "escape", "special_file", "large_file", "many_files"] as const),
]);

/** Returns true if not all files of the skill's folder are known, because one is left out or reading stopped at one that is refused. */
export function leavesFilesOut(problems: readonly SkillProblem[]): boolean {
  return problems.some(({ code }) => OF_FILES.has(code));
}

/** Returns true if the validator of the public format accepts a skill with these problems. */
export function isValidFormat(problems: readonly SkillProblem[]): boolean {
  return !problems.some(({ code }) => SKILL_PROBLEMS[code].format);
}

import type { RouterOutputs } from "../../lib/trpc.tsx";

export type ListedSkill = RouterOutputs["skills"]["list"]["items"][number];
export type SkillDetailData = RouterOutputs["skills"]["get"];
export type SkillFix = NonNullable<RouterOutputs["skills"]["check"]["problems"][number]["fix"]>;
export type SkillProblem = SkillDetailData["skill"]["problems"][number];

/** Problems that keep a skill from every agent. The server decides; the page only shows them. */
const WARNINGS: ReadonlySet<SkillProblem["code"]> = new Set([
  ...(["broken_yaml", "no_mapping", "flow_style", "anchor", "tag", "repeated_field"] as const),
  ...(["uneven_indentation", "early_end", "byte_order_mark", "unknown_fields", "no_name"] as const),
  ...(["other_folder", "list_description", "long_description", "bad_compatibility"] as const),
  ...([
    "no_body",
    "long_body",
    "unknown_file",
    "unknown_tool",
    "hidden_characters",
    "unusable_path",
  ] as const),
]);

/** Returns true for a problem despite which agents get the skill. */
export function isWarning({ code }: Pick<SkillProblem, "code">): boolean {
  return WARNINGS.has(code);
}

import { nearestName } from "../nearest-name.ts";
import type { SkillProblem, SkillProblemCode } from "./skill-problem.ts";
import { SKILL_FORMAT } from "./tunables.ts";

/** A change of a line that resolves a problem: `from` is a part of the line, from 1. */
type SkillFix = { readonly line: number; readonly from: string; readonly to: string };

/** The names that exist. */
type Known = { readonly files: readonly string[]; readonly tools: readonly string[] };

const REPLACEMENTS: Partial<Record<SkillProblemCode, (found: string, known: Known) => string | undefined>> = {
  bad_name: skillNameOf,
  long_name: skillNameOf,
  unknown_file: (found, { files }) => nearestName(found, files),
  unknown_tool: (found, { tools }) => nearestName(found, tools),
};

/** Returns the change that a person would most likely make; null if only they can know. */
export function suggestSkillFix({ code, line, found }: SkillProblem, known: Known): SkillFix | null {
  const to = REPLACEMENTS[code]?.(found, known) ?? "";
  return line === null || found === "" || to === "" ? null : { line, from: found, to };
}

/** Returns the text with the change; as it is if that line has changed meanwhile. */
export function applySkillFix(source: string, { line, from, to }: SkillFix): string {
  return source
    .split("\n")
    .map((text, index) => (index === line - 1 ? text.replace(from, () => to) : text))
    .join("\n");
}

/** Returns the allowed name that is nearest to a text; empty for a text without Latin letters and digits. */
function skillNameOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/gu, "-")
    .slice(0, SKILL_FORMAT.name)
    .replace(/^-+|-+$/gu, "");
}

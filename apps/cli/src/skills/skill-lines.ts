import type { RunSkills } from "@goaltrace/core/ports";
import { explainSkillProblem, isRefusal } from "@goaltrace/core/skills";
import type { FoundSkill } from "@goaltrace/tools";
import { toPrintable } from "../print-update.ts";

/** The result of checking one skill, as a program reads it. */
export type CheckedSkill = {
  readonly path: string;
  /** Null for a skill that agents do not get. */
  readonly name: string | null;
  /** The verdict of the validator of the public format. */
  readonly isValidFormat: boolean;
  readonly problems: readonly {
    readonly code: string;
    readonly effect: "refused" | "warning";
    readonly line: number | null;
    readonly message: string;
  }[];
};

/** Returns what is wrong with a skill that was read. */
export function toChecked({ path, skill, isValidFormat, problems }: FoundSkill): CheckedSkill {
  return {
    ...{ path, isValidFormat, name: skill?.name ?? null },
    problems: problems.map((problem) => ({
      ...{ code: problem.code, line: problem.line },
      effect: isRefusal(problem) ? "refused" : "warning",
      message: explainSkillProblem(problem),
    })),
  };
}

/** Returns a checked skill as lines for a terminal: its verdict, then a line per problem. */
export function checkedLines({ path, name, isValidFormat, problems }: CheckedSkill): readonly string[] {
  const verdict =
    name === null ? "not usable" : isValidFormat ? "valid" : "usable, but not valid in the public format";
  return [
    `${path}: ${verdict}`,
    ...problems.map(({ effect, message }) => `  ${effect === "refused" ? "✗" : "!"} ${message}`),
  ].map(toPrintable);
}

/** Returns the skills of a run as lines for a terminal: name, layer, description; then those that cannot be used. */
export function shelfLines({ skills, refused }: Awaited<ReturnType<RunSkills["read"]>>): readonly string[] {
  const width = Math.max(0, ...skills.map(({ name }) => name.length));
  return [
    ...skills.map(
      ({ name, layer, isCore, description }) =>
        `${name.padEnd(width)}  ${layer.replace("_", "-").padEnd(9)}  ${isCore ? "(core) " : ""}${description}`,
    ),
    ...refused.map(({ name, reasons }) => `✗ ${name}: ${reasons.join(" ")}`),
  ].map(toPrintable);
}

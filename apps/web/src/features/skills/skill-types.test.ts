import { SKILL_PROBLEMS } from "@goaltrace/core/skills";
import { expect, it } from "vitest";
import { isWarning } from "./skill-types.ts";
import type { SkillProblem } from "./skill-types.ts";

it("calls the same problems warnings as the server", () => {
  const codes = Object.keys(SKILL_PROBLEMS).filter(
    (code): code is SkillProblem["code"] => code in SKILL_PROBLEMS,
  );
  for (const code of codes)
    expect([code, isWarning({ code })]).toEqual([code, SKILL_PROBLEMS[code].effect === "warning"]);
});

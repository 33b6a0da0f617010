import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, it } from "vitest";
import { z } from "zod";
import { explainSkillProblem } from "../../src/skills/explain-skill-problem.ts";
import { readSkill } from "../../src/skills/read-skill.ts";

/**
 * A folder with collections of skills, and the verdicts of the public validator in `verdicts.json` beside them: `[{ path, errors }]`.
 * docs/testing.md says how to make it.
 */
const folder = process.env["GOALTRACE_SKILL_COLLECTIONS"];
const verdicts = z.array(z.object({ path: z.string(), errors: z.array(z.string()) }));

it.skipIf(folder === undefined)("loads every skill of public collections or reports why it cannot", () => {
  const root = folder ?? "";
  const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
    (path) => basename(path) === "SKILL.md" && existsSync(join(root, path)),
  );
  const isValid = new Map<string, boolean>();
  let offered = 0;
  for (const file of files) {
    const { skill, problems, ...reading } = readSkill(
      readFileSync(join(root, file), "utf8"),
      basename(dirname(file)),
    );
    isValid.set(file, reading.isValidFormat);
    if (skill !== null) offered += 1;
    else expect(problems.map(explainSkillProblem).join(" "), file).not.toBe("");
  }
  expect(files.length).toBeGreaterThan(1_000);
  const recorded = join(root, "verdicts.json");
  const expected = existsSync(recorded) ? verdicts.parse(JSON.parse(readFileSync(recorded, "utf8"))) : [];
  const others = expected.filter(({ path, errors }) => isValid.get(path) !== (errors.length === 0));
  expect(others).toEqual([]);
  process.stdout.write(
    `${files.length} skills, ${offered} offered, ${[...isValid.values()].filter(Boolean).length} valid, ${expected.length} compared\n`,
  );
});

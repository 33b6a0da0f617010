import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { z } from "zod";
import { readSkill } from "../../src/skills/read-skill.ts";

const verdict = z.object({ text: z.string(), folder: z.string(), isValid: z.boolean() });
/** Texts with the verdicts of the public validator (skills-ref 0.1.0 of agentskills.io with strictyaml 1.7.3), recorded on 2026-11-23. */
const recorded = readFileSync(new URL("verdicts.jsonl", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => verdict.parse(JSON.parse(line)));

it("gives every text the verdict of the public validator", () => {
  expect(recorded.length).toBeGreaterThan(150);
  const others = recorded.filter(
    ({ text, folder, isValid }) => readSkill(text, folder).isValidFormat !== isValid,
  );
  expect(others).toEqual([]);
});

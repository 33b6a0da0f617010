import { z } from "zod";
import { variableProblem } from "../process/fill-variables.ts";

const MAX_VARIABLES = 20;
const MAX_CHARACTERS = 4_000;

/** Environment variables of a command. */
export const environmentVariables = z
  .record(z.string(), z.string().max(MAX_CHARACTERS))
  .superRefine((variables, check) => {
    const names = Object.keys(variables);
    const problems = names.flatMap((name) => variableProblem(name) ?? []);
    if (names.length > MAX_VARIABLES) problems.push(`At most ${String(MAX_VARIABLES)} variables.`);
    for (const message of problems) check.addIssue({ code: "custom", message });
  })
  .optional()
  .describe(
    'Environment variables, such as {"API_TOKEN": "<secret>NAME</secret>"}. The placeholder stands for a secret of the workspace; it works only here, not in the command itself. Use only a NAME that you were given.',
  );

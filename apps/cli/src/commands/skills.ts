import { GoaltraceError } from "@goaltrace/core";
import { findSkills } from "@goaltrace/tools";
import { defineCommand } from "citty";
import { resolve } from "node:path";
import { EXIT } from "../exit-codes.ts";
import { localScope } from "../local-scope.ts";
import { checkedLines, shelfLines, toChecked } from "../skills/skill-lines.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

const json = { type: "boolean", description: "Print one JSON line per skill" } as const;

const validateCommand = defineCommand({
  meta: { name: "validate", description: "Check a skill folder, or all skills below a folder" },
  args: {
    folder: {
      type: "positional",
      description: "Folder with a SKILL.md, or with skills below it",
      required: true,
    },
    json,
  },
  run: async ({ args }) => {
    const found = await findSkills(resolve(args.folder));
    if (found.length === 0)
      throw new GoaltraceError({
        code: "NOT_FOUND",
        message: `${args.folder} has no SKILL.md, and no folder below it has one.`,
        fix: "Name the folder of a skill, or one with skills below it.",
      });
    const checked = found.map(toChecked);
    for (const skill of checked)
      for (const line of args.json === true ? [JSON.stringify(skill)] : checkedLines(skill))
        standardOutput.print(line);
    if (!checked.every(({ name, isValidFormat }) => name !== null && isValidFormat))
      process.exitCode = EXIT.failed;
  },
});

const listCommand = defineCommand({
  meta: {
    name: "list",
    description: "List the skills of runs in a folder: built in, of the workspace, of the project",
  },
  args: {
    folder: { type: "string", description: "Project folder (default: the current folder)", default: "." },
    workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
    json,
  },
  run: async ({ args }) =>
    await withRuntime(async (runtime) => {
      const scope = await localScope(runtime, args.workspace);
      const shelf = await runtime
        .openSkills({ ...scope, id: "", agent: null, projectFolder: resolve(args.folder) })
        .read();
      if (args.json !== true) for (const line of shelfLines(shelf)) standardOutput.print(line);
      else
        for (const skill of [...shelf.skills, ...shelf.refused]) standardOutput.print(JSON.stringify(skill));
    }),
});

/** `goaltrace skills validate|list`: skills in folders, and those that runs get. `validate` needs no database. */
export const skillsCommand = defineCommand({
  meta: { name: "skills", description: "Check and list skills" },
  subCommands: { validate: validateCommand, list: listCommand },
});

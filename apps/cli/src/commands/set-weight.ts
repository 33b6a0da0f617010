import { countOf } from "@goaltrace/core/log";
import { GoaltraceError } from "@goaltrace/core";
import { defineCommand } from "citty";
import { withRuntime } from "../with-runtime.ts";

const MAX_WEIGHT = 100;

/** `goaltrace admin set-weight`: a workspace's share of the workers. */
export const setWeightCommand = defineCommand({
  meta: { name: "set-weight", description: "Set how many runs of a workspace workers start per turn" },
  args: {
    workspace: { type: "string", required: true, description: "Workspace slug" },
    weight: { type: "string", required: true, description: `Runs per turn, 1 to ${MAX_WEIGHT}` },
  },
  run: async ({ args }) =>
    await withRuntime(async ({ database }) => {
      const weight = Number(args.weight);
      if (!Number.isInteger(weight) || weight < 1 || weight > MAX_WEIGHT)
        throw new GoaltraceError({
          code: "INVALID_INPUT",
          message: `"${args.weight}" is not a weight.`,
          fix: `Use a whole number from 1 to ${MAX_WEIGHT}.`,
        });
      const workspace = await database.workspaces.findBySlug(args.workspace);
      if (workspace === undefined)
        throw new GoaltraceError({
          code: "NOT_FOUND",
          message: `There is no workspace "${args.workspace}".`,
          fix: "Check the slug, which is part of the workspace's address.",
        });
      await database.workspaces.setWeight(workspace.id, weight);
      console.log(`Workers start ${countOf(weight, "run")} of ${workspace.name} per turn.`);
    }),
});

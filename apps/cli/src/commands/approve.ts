import { GoaltraceError } from "@goaltrace/core";
import { alwaysChoices, chooseRequest } from "@goaltrace/host";
import { defineCommand } from "citty";
import { approveWithRule } from "../approve-with-rule.ts";
import { decideForTrace, REQUEST_ARGUMENTS } from "../decide-for-trace.ts";
import { localScope } from "../local-scope.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";

/** `goaltrace approve <trace>`: lets a tool call run that a run waits with; `--always` also writes a rule for such calls. */
export const approveCommand = defineCommand({
  meta: { name: "approve", description: "Approve a tool call that a run waits with" },
  args: {
    ...REQUEST_ARGUMENTS,
    arguments: {
      type: "string",
      description: "JSON object to run the call with (default: its own arguments)",
    },
    always: {
      type: "string",
      description:
        "Rule to write as well, such as write_file(src/**); any other text lists the possible ones",
    },
  },
  run: async ({ args }) => {
    if (args.always === undefined)
      return await decideForTrace(args, { kind: "approve", arguments: args.arguments });
    if (args.arguments !== undefined)
      throw new GoaltraceError({
        code: "INVALID_INPUT",
        message: "--always cannot be combined with --arguments.",
        fix: "Approve the edited call once, or the call as it is with a rule.",
      });
    await approveAlwaysForTrace({ ...args, rule: args.always });
  },
});

type RuleForTrace = {
  readonly trace: string;
  readonly request?: string;
  readonly workspace?: string;
  readonly rule: string;
};

/** Writes the rule for the conversation of the run, or for the workspace if it has none. */
async function approveAlwaysForTrace({ trace, request, workspace, rule }: RuleForTrace): Promise<void> {
  await withRuntime(async (runtime) => {
    const scope = await localScope(runtime, workspace);
    const chosen = await chooseRequest(runtime, scope, { traceId: trace, id: request, kind: "approval" });
    const { choices } = await alwaysChoices(runtime, scope, { ...chosen, isAdmin: true });
    const choice =
      choices.find((offered) => offered.rule === rule) ?? ({ layer: "workspace", rule } as const);
    await approveWithRule(runtime, scope, { ...chosen, choice });
    standardOutput.print(`Approved. New rule: allow ${choice.rule} (${choice.layer}).`);
  });
}

import { defineTool, type Tool } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import type { Machine } from "../process/machine.ts";
import { runCommand } from "../process/run-command.ts";
import { COMMAND_DEFAULT_SECONDS } from "../process/tunables.ts";
import { commandResult } from "./command-result.ts";
import { quoteWord } from "./find-runner.ts";
import { environmentVariables } from "./environment-variables.ts";
import { timeoutSeconds } from "./timeout-seconds.ts";

const input = z.object({
  code: z.string().min(1).max(20_000).describe("The program. Print what you need to know."),
  timeout_seconds: timeoutSeconds,
  env: environmentVariables,
});

/** Creates the tool that runs a Python program with the Python of the machine. */
export function runPythonTool(machine: Machine): Tool {
  return defineTool({
    name: "run_python",
    description:
      "Runs a short Python program with python3 in the project folder, in the same sandbox as commands, and returns what it prints.",
    input,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    subject: { kind: "command", field: "code", program: "python3 -c", readsAs: "read_file" },
    endsOnAbort: true,
    fillsSecrets: true,
    timeLimitMs: Number.POSITIVE_INFINITY,
    async execute({ code, timeout_seconds: seconds = COMMAND_DEFAULT_SECONDS, env = {} }, context) {
      const folder = context.projectFolder;
      if (folder === null)
        return errorResult(
          "No project folder",
          "This run has no project folder, so there is nowhere to run a program.",
        );
      const request = {
        command: `python3 -c ${quoteWord(code)}`,
        seconds,
        hasNetwork: false,
        folder,
        // Its code is written in the call, so it never runs unasked.
        changesRepository: true,
        variables: env,
      };
      return commandResult("python3", await runCommand(machine, context, request), request);
    },
  });
}

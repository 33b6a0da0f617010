import { defineTool, type Tool } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import type { Machine } from "../process/machine.ts";
import { runCommand } from "../process/run-command.ts";
import { COMMAND_DEFAULT_SECONDS } from "../process/tunables.ts";
import { commandResult } from "./command-result.ts";
import { findLinter } from "./find-runner.ts";
import { readProjectFacts } from "./project-facts.ts";

/** Creates the tool that runs a project's own linter. */
export function runLinterTool(machine: Machine): Tool {
  return defineTool({
    name: "run_linter",
    inSmallWindows: "last",
    description:
      "Runs the linter of the project (its lint script, eslint, oxlint, biome, ruff, flake8, go vet or cargo clippy) and returns its findings.",
    input: z.object({}),
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    subject: { kind: "command", field: "path", program: "run_linter", readsAs: "read_file" },
    endsOnAbort: true,
    timeLimitMs: Number.POSITIVE_INFINITY,
    async execute(_, context) {
      const folder = context.projectFolder;
      if (folder === null)
        return errorResult(
          "No project folder",
          "This run has no project folder, so there is nothing to check.",
        );
      const linter = findLinter(await readProjectFacts(folder));
      if (linter === null)
        return errorResult(
          "No linter found",
          "The project folder has no lint script and no file of a known linter.",
        );
      const request = {
        command: linter.command,
        seconds: COMMAND_DEFAULT_SECONDS,
        hasNetwork: false,
        folder,
      };
      return commandResult(linter.command, await runCommand(machine, context, request), request);
    },
  });
}

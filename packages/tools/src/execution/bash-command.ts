import { defineTool, type Tool } from "@goaltrace/core";
import { errorResult } from "@goaltrace/core/tools";
import { z } from "zod";
import type { Machine } from "../process/machine.ts";
import { startBackground } from "../process/start-background.ts";
import { startedResult } from "./process-result.ts";
import { runCommand } from "../process/run-command.ts";
import { parseDomains } from "../process/domain-proxy.ts";
import { COMMAND_DEFAULT_SECONDS, DOMAINS_MAX } from "../process/tunables.ts";
import { isFreeCommand } from "../shell/is-free-command.ts";
import { commandResult } from "./command-result.ts";
import { environmentVariables } from "./environment-variables.ts";
import { timeoutSeconds } from "./timeout-seconds.ts";

const input = z.object({
  command: z.string().min(1).max(20_000).describe("The command line. It has no input."),
  timeout_seconds: timeoutSeconds,
  env: environmentVariables,
  background: z
    .boolean()
    .optional()
    .describe(
      "Returns at once, for a server or a watcher without a time limit: process_output reads its output, stop_process or the end of the run ends it.",
    ),
  network: z
    .boolean()
    .optional()
    .describe("Whether it needs the whole network; the person is asked. Prefer domains."),
  domains: z
    .array(z.string().min(1).max(253))
    .max(DOMAINS_MAX)
    .optional()
    .describe(
      "Hosts that it needs, like registry.npmjs.org or *.pythonhosted.org, over https unless written otherwise; the person is asked.",
    ),
});

/** Creates the tool that runs a command line in the sandbox of a machine. */
export function bashCommandTool(machine: Machine): Tool {
  return defineTool({
    name: "bash_command",
    inSmallWindows: "first",
    description:
      "Runs a command line with bash in the project folder and returns its output and exit code. What it starts ends with it, unless background is true. Where the machine has a sandbox, the system is read-only, and secrets and the network are out of reach. Prefer read_file, grep_content and edit_file for files.",
    input,
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    subject: { kind: "command", field: "command", readsAs: "read_file" },
    endsOnAbort: true,
    fillsSecrets: true,
    timeLimitMs: Number.POSITIVE_INFINITY,
    async execute(
      {
        command,
        timeout_seconds: seconds = COMMAND_DEFAULT_SECONDS,
        env = {},
        network = false,
        domains = [],
        background = false,
      },
      context,
    ) {
      const folder = context.projectFolder;
      if (folder === null)
        return errorResult(
          "No project folder",
          "This run has no project folder, so there is nowhere to run a command.",
        );
      const parsed = parseDomains(domains);
      if (parsed === null)
        return errorResult(
          "Not a domain",
          "Each of domains must be a host such as registry.npmjs.org, *.example.com or http://example.com:8080. For any host use network.",
        );
      const changesRepository = !(await isFreeCommand(command, folder));
      const request = {
        ...{ command, seconds, hasNetwork: network, domains: parsed, folder, variables: env },
        changesRepository,
      };
      if (background) return await startedResult(await startBackground(machine, context, request), context);
      return commandResult(command, await runCommand(machine, context, request), request);
    },
  });
}

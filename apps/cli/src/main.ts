import { stripVTControlCharacters } from "node:util";
import { toFailure, GoaltraceError } from "@goaltrace/core/errors";
import { renderUsage, runCommand } from "citty";
import { EXIT } from "./exit-codes.ts";
import { checkArguments, findCommand, type CommandMatch } from "./find-command.ts";
import { program } from "./program.ts";
import { standardOutput } from "./standard-output.ts";

const commandArguments = process.argv.slice(2);
standardOutput.onFailure(reportOutput);
try {
  const match = await findCommand(program, commandArguments);
  if (commandArguments.length === 0 || requestsHelp(match.rest)) console.log(await renderHelp(match));
  else {
    checkArguments(match);
    await runCommand(program, { rawArgs: commandArguments });
  }
} catch (thrown) {
  process.exitCode = report(thrown);
}

/** Ends quietly if the reader of a pipe has ended; another failure of the output is reported once. */
function reportOutput(error: NodeJS.ErrnoException): void {
  if (error.code === "EPIPE") return;
  process.exitCode = report(
    new GoaltraceError({
      code: "CONFLICT",
      message: `Standard output cannot be written: ${error.message}`,
      fix: "Free disk space, or send the output elsewhere.",
    }),
  );
}

/** Renders the help text. Colors are for terminals only. */
async function renderHelp(match: CommandMatch): Promise<string> {
  const parent = match.parentName === "" ? undefined : { meta: { name: match.parentName } };
  const usage = await renderUsage(match.command, parent);
  return process.stdout.isTTY ? usage : stripVTControlCharacters(usage);
}

/** Arguments after `--` are text, even when they look like options. */
function requestsHelp(rest: readonly string[]): boolean {
  const options = rest.slice(0, rest.includes("--") ? rest.indexOf("--") : rest.length);
  return options.includes("--help") || options.includes("-h");
}

function requestsJson(): boolean {
  const end = commandArguments.indexOf("--");
  const options = end === -1 ? commandArguments : commandArguments.slice(0, end);
  return options.includes("--json") || options.includes("--json=true");
}

/** Errors of the argument parser. */
function isUsageError(thrown: unknown): thrown is Error {
  return thrown instanceof Error && thrown.name === "CLIError";
}

function toGoaltraceError(usage: Error): GoaltraceError {
  return new GoaltraceError({ code: "INVALID_INPUT", message: usage.message, fix: "See: goaltrace --help" });
}

function report(thrown: unknown): number {
  const failure = toFailure(isUsageError(thrown) ? toGoaltraceError(thrown) : thrown);
  if (requestsJson()) console.error(JSON.stringify({ error: failure }));
  else {
    console.error(`${failure.message}\n${failure.fix}`);
    if (failure.code === "INTERNAL") console.error(thrown);
  }
  if (failure.code === "MODEL_NOT_CONFIGURED") return EXIT.noModel;
  return failure.code === "INVALID_INPUT" || failure.code === "CONFIGURATION_INVALID"
    ? EXIT.usage
    : EXIT.failed;
}

import { stripVTControlCharacters } from "node:util";
import { toFailure, GoaltraceError } from "@goaltrace/core";
import { renderUsage, runCommand } from "citty";
import { EXIT } from "./exit-codes.ts";
import { checkArguments, findCommand, type CommandMatch } from "./find-command.ts";
import { program } from "./program.ts";

const commandArguments = process.argv.slice(2);
try {
  const match = findCommand(program, commandArguments);
  if (commandArguments.length === 0 || requestsHelp(match.rest)) console.log(await renderHelp(match));
  else {
    checkArguments(match);
    await runCommand(program, { rawArgs: commandArguments });
  }
} catch (thrown) {
  process.exitCode = report(thrown);
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

function report(thrown: unknown): number {
  if (thrown instanceof Error && thrown.name === "CLIError") {
    console.error(`${thrown.message}\nSee: goaltrace --help`);
    return EXIT.usage;
  }
  const failure = toFailure(thrown);
  const json = commandArguments.includes("--json");
  console.error(json ? JSON.stringify({ error: failure }) : `${failure.message}\n${failure.fix}`);
  if (!(thrown instanceof GoaltraceError)) console.error(thrown);
  if (failure.code === "MODEL_NOT_CONFIGURED") return EXIT.noModel;
  return failure.code === "INVALID_INPUT" || failure.code === "CONFIGURATION_INVALID"
    ? EXIT.usage
    : EXIT.failed;
}

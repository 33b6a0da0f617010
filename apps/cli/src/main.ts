import { stripVTControlCharacters } from "node:util";
import { toFailure, GoaltraceError } from "@goaltrace/core";
import { renderUsage, runCommand } from "citty";
import { EXIT } from "./exit-codes.ts";
import { checkWords, findCommand, type FoundCommand } from "./find-command.ts";
import { program } from "./program.ts";

const commandArguments = process.argv.slice(2);
try {
  const found = findCommand(program, commandArguments);
  if (commandArguments.length === 0 || asksForHelp(found.rest)) console.log(await usageOf(found));
  else {
    checkWords(found);
    await runCommand(program, { rawArgs: commandArguments });
  }
} catch (thrown) {
  process.exitCode = report(thrown);
}

/** Colours are for terminals. */
async function usageOf(found: FoundCommand): Promise<string> {
  const parent = found.parentName === "" ? undefined : { meta: { name: found.parentName } };
  const usage = await renderUsage(found.command, parent);
  return process.stdout.isTTY ? usage : stripVTControlCharacters(usage);
}

/** What stands behind `--` is a text, whatever it says. */
function asksForHelp(words: readonly string[]): boolean {
  const options = words.slice(0, words.includes("--") ? words.indexOf("--") : words.length);
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

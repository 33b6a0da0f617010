import { failureOf, GoaltraceError } from "@goaltrace/core";
import { defineCommand, renderUsage, runCommand } from "citty";
import { adminCommand } from "./commands/admin.ts";
import { doctorCommand } from "./commands/doctor.ts";
import { exportCommand } from "./commands/export.ts";
import { runCommand as runTaskCommand } from "./commands/run.ts";
import { workerCommand } from "./commands/worker.ts";
import { EXIT } from "./exit-codes.ts";

const subCommands = {
  run: runTaskCommand,
  worker: workerCommand,
  admin: adminCommand,
  doctor: doctorCommand,
  export: exportCommand,
};
const main = defineCommand({
  meta: { name: "goaltrace", description: "LLM agent runtime and workspace" },
  subCommands,
});

const commandArguments = process.argv.slice(2);
try {
  if (commandArguments.length === 0 || commandArguments.includes("--help") || commandArguments.includes("-h"))
    console.log(await usage(commandArguments));
  else await runCommand(main, { rawArgs: commandArguments });
} catch (thrown) {
  process.exitCode = report(thrown);
}

async function usage(words: readonly string[]): Promise<string> {
  switch (words[0] ?? "") {
    case "run":
      return await renderUsage(runTaskCommand);
    case "worker":
      return await renderUsage(workerCommand);
    case "admin":
      return await renderUsage(adminCommand);
    case "doctor":
      return await renderUsage(doctorCommand);
    case "export":
      return await renderUsage(exportCommand);
    default:
      return await renderUsage(main);
  }
}

function report(thrown: unknown): number {
  if (thrown instanceof Error && thrown.name === "CLIError") {
    console.error(`${thrown.message}\nSee: goaltrace --help`);
    return EXIT.usage;
  }
  const failure = failureOf(thrown);
  const json = commandArguments.includes("--json");
  console.error(json ? JSON.stringify({ error: failure }) : `${failure.message}\n${failure.fix}`);
  if (!(thrown instanceof GoaltraceError)) console.error(thrown);
  if (failure.code === "MODEL_NOT_CONFIGURED") return EXIT.noModel;
  return failure.code === "INVALID_INPUT" || failure.code === "CONFIGURATION_INVALID"
    ? EXIT.usage
    : EXIT.failed;
}

import { parseArgs } from "node:util";
import { toFailure, GoaltraceError } from "@goaltrace/core";
import { readEnvironment, runWorker } from "@goaltrace/host/process";

// Executes queued runs until stopped. Exit codes: 0 after an orderly stop, 2 for invalid arguments or variables, 1 for anything else.
try {
  await runWorker(readEnvironment(), { concurrency: readConcurrency() });
} catch (thrown) {
  const { code, message, fix } = toFailure(thrown);
  process.stderr.write(`${message}\n${fix}\n`);
  if (!(thrown instanceof GoaltraceError)) process.stderr.write(`${String(thrown)}\n`);
  process.exitCode = code === "INVALID_INPUT" || code === "CONFIGURATION_INVALID" ? 2 : 1;
}

function readConcurrency(): string | undefined {
  try {
    return parseArgs({ options: { concurrency: { type: "string" } } }).values.concurrency;
  } catch (thrown) {
    throw new GoaltraceError(
      {
        code: "INVALID_INPUT",
        message: thrown instanceof Error ? thrown.message : String(thrown),
        fix: "The only option is --concurrency NUMBER.",
      },
      { cause: thrown },
    );
  }
}

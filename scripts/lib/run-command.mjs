import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ROOT } from "./checkout.mjs";

/** Returns the exit code that a shell would report for a process that ended this way. */
export const toExitCode = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Runs a command. Options are those of `spawn`, plus `capture`, which returns the output instead of showing it. Aborting `signal` ends the
 * command. Resolves to `{code, output}` when the command has ended; never rejects: a command that cannot start has code 127.
 */
export function runCommand(command, parameters, { capture = false, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, parameters, {
      cwd: ROOT,
      stdio: capture ? ["ignore", "pipe", "pipe"] : "inherit",
      ...options,
    });
    const chunks = [];
    child.stdout?.on("data", (chunk) => chunks.push(chunk));
    child.stderr?.on("data", (chunk) => chunks.push(chunk));
    const output = () => Buffer.concat(chunks).toString("utf8");
    child.once("error", (error) => {
      // An aborted process still has to exit: "close" follows.
      if (error.name !== "AbortError" || child.pid === undefined)
        resolve({ code: 127, output: `${output()}${error.message}\n` });
    });
    child.once("close", (code, signal) => resolve({ code: toExitCode(code, signal), output: output() }));
  });
}

/** Runs Node like `runCommand`; throws when the exit code is not 0. */
export async function runNode(parameters, options) {
  const { code, output } = await runCommand(process.execPath, parameters, options);
  if (code !== 0)
    throw new Error(`node ${parameters.join(" ")} failed with code ${code}\n${output}`.trimEnd());
}

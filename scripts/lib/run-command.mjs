import { spawn } from "node:child_process";
import { constants } from "node:os";
import { ROOT } from "./checkout.mjs";

/** The exit code a shell would give for a process that ended this way. */
export const exitCodeOf = (code, signal) => code ?? 128 + (constants.signals[signal] ?? 0);

/**
 * Runs a command to its end. Options are those of `spawn`, plus `capture`: keep the output instead of showing it.
 * An aborted `signal` ends the command. Resolves to `{code, output}` when nothing of it runs any more; never rejects: a command that cannot
 * start ends with code 127.
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
      // Told to end, it still has to: "close" follows.
      if (error.name !== "AbortError" || child.pid === undefined)
        resolve({ code: 127, output: `${output()}${error.message}\n` });
    });
    child.once("close", (code, signal) => resolve({ code: exitCodeOf(code, signal), output: output() }));
  });
}

/** Like `runCommand` with this Node, and failing loudly: throws when the exit code is not 0. */
export async function runNode(parameters, options) {
  const { code, output } = await runCommand(process.execPath, parameters, options);
  if (code !== 0)
    throw new Error(`node ${parameters.join(" ")} ended with code ${code}\n${output}`.trimEnd());
}

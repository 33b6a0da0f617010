import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";

/**
 * Returns the real path of a folder that may become a project folder. Errors: INVALID_INPUT when it is not a folder on this machine, or
 * when it is, contains or is inside the server's state (tools could read its secrets).
 */
export async function resolveProjectFolder(folder: string, home: string): Promise<string> {
  if (!path.isAbsolute(folder)) throw invalidFolder("The path must be absolute.");
  const real = await realpath(folder).catch(() => null);
  if (real === null || !(await stat(real)).isDirectory())
    throw invalidFolder(`${folder} is not a folder on this machine.`);
  const state = await realpath(home).catch(() => path.resolve(home));
  if (real === path.parse(real).root) throw invalidFolder("The root directory cannot be a project folder.");
  if (contains(state, real)) throw invalidFolder("This folder contains the server's own data.");
  return real;
}

function contains(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

function invalidFolder(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Enter the absolute path of an existing project folder.",
  });
}

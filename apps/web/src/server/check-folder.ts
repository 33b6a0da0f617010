import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import { GoaltraceError } from "@goaltrace/core";

/**
 * The real path of a folder that may become a project folder. Errors: INVALID_INPUT when it is no folder of this machine, or when it is,
 * holds, or lies in the server's own state (its secrets would be readable by tools).
 */
export async function checkedFolder(given: string, home: string): Promise<string> {
  if (!path.isAbsolute(given)) throw refused("The path must be absolute.");
  const real = await realpath(given).catch(() => null);
  if (real === null || !(await stat(real)).isDirectory())
    throw refused(`${given} is not a folder on this machine.`);
  const state = await realpath(home).catch(() => path.resolve(home));
  if (real === path.parse(real).root) throw refused("The root of the machine cannot be a project folder.");
  if (contains(state, real)) throw refused("This folder belongs to the server's own state.");
  return real;
}

function contains(outer: string, inner: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || (!relative.startsWith("..") && !path.isAbsolute(relative));
}

function refused(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: "Enter the absolute path of an existing folder of your project.",
  });
}

import { GoaltraceError } from "../errors.ts";
import { nearestName } from "../nearest-name.ts";

/** Throws CONFIGURATION_INVALID for a key of `options` that `known` lacks. `noun` describes the keys. */
export function checkNames(options: object, known: Readonly<Record<string, true>>, noun: string): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(known, name)) continue;
    const nearest = nearestName(name, Object.keys(known));
    throw invalidConfiguration(
      `"${name}" is not an ${noun}`,
      nearest === undefined ? `Use one of: ${Object.keys(known).join(", ")}.` : `Did you mean "${nearest}"?`,
    );
  }
}

/** The error for what a program set wrongly. */
export function invalidConfiguration(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFIGURATION_INVALID", message, fix });
}

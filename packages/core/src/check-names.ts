import { GoaltraceError } from "./errors.ts";
import { nearestName } from "./nearest-name.ts";

export type ExpectedNames = {
  readonly names: Readonly<Record<string, true>>;
  /** Describes the names, with its article: "an option of run". */
  readonly noun: string;
  /** Fixes of names that people know from elsewhere, as sentences. */
  readonly hints?: Readonly<Record<string, string>>;
};

/** Throws CONFIGURATION_INVALID for a key of `options` that is not expected. */
export function checkNames(options: object, { names, noun, hints = {} }: ExpectedNames): void {
  for (const name of Object.keys(options)) {
    if (Object.hasOwn(names, name)) continue;
    const hint = Object.hasOwn(hints, name) ? hints[name] : undefined;
    throw invalidConfiguration(`"${name}" is not ${noun}`, hint ?? suggestion(name, Object.keys(names)));
  }
}

function suggestion(name: string, names: readonly string[]): string {
  const nearest = nearestName(name, names);
  return nearest === undefined ? `Use one of: ${names.join(", ")}.` : `Did you mean "${nearest}"?`;
}

/** The error for what a program set wrongly. */
export function invalidConfiguration(message: string, fix: string): GoaltraceError {
  return new GoaltraceError({ code: "CONFIGURATION_INVALID", message, fix });
}

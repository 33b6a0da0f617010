import { countOf } from "@goaltrace/core/log";
import { GoaltraceError } from "@goaltrace/core";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { ArgsDef, CommandDef, Resolvable } from "citty";

/** A command with its full name and the arguments after the name. */
export type CommandMatch = {
  readonly command: CommandDef;
  /** The full name of the parent command; empty for the program itself. */
  readonly parentName: string;
  readonly name: string;
  readonly rest: readonly string[];
};

/** The `valueHint` of a positional argument that stands for any number of words. */
export const ANY_NUMBER = "WORDS";

/** Finds the command that the arguments name, and loads no other. Throws INVALID_INPUT with the nearest name when there is none. */
export async function findCommand(
  main: CommandDef,
  commandArguments: readonly string[],
): Promise<CommandMatch> {
  let current: CommandMatch = { command: main, parentName: "", name: "goaltrace", rest: commandArguments };
  for (;;) {
    const children = listSubCommands(current.command);
    const names = Object.keys(children);
    const [argument, ...rest] = current.rest;
    if (names.length === 0 || argument === undefined || argument.startsWith("-")) return current;
    const child = Object.hasOwn(children, argument) ? children[argument] : undefined;
    if (child === undefined)
      throw usageError(`There is no command "${argument}".`, { match: current, argument, names });
    const command = await loadCommand(child);
    current = { command, parentName: current.name, name: `${current.name} ${argument}`, rest };
  }
}

/**
 * Checks the arguments of a command. Throws INVALID_INPUT for an unknown option, an option without its value, a missing argument or command,
 * and too many positional arguments.
 */
export function checkArguments(match: CommandMatch): void {
  const commands = Object.keys(listSubCommands(match.command));
  if (commands.length > 0)
    throw usageError(`${match.name} needs a command: ${commands.join(", ")}.`, {
      match,
      argument: "",
      names: [],
    });
  const definitions = argumentDefinitions(match.command);
  const given = new Set<string>();
  const options = new Map(
    Object.entries(definitions).flatMap(([name, { type }]) => (type === "positional" ? [] : [[name, type]])),
  );
  const places = Object.values(definitions).filter(({ type }) => type === "positional");
  const limit = places.some(({ valueHint }) => valueHint === ANY_NUMBER) ? Infinity : places.length;
  let positionals = 0;
  for (let index = 0; index < match.rest.length; index += 1) {
    const argument = match.rest[index] ?? "";
    if (argument === "--") {
      positionals += match.rest.length - index - 1;
      break;
    }
    if (!argument.startsWith("-") || argument === "-") {
      positionals += 1;
      continue;
    }
    const [name = "", value] = argument.replace(/^--?/, "").split("=", 2);
    const type = argument.startsWith("--") ? options.get(name) : undefined;
    const names = [...options.keys()].map((option) => `--${option}`);
    if (type === undefined)
      throw usageError(`There is no option "${argument}".`, { match, argument: `--${name}`, names });
    given.add(name);
    if (type === "boolean" && value !== undefined && value !== "true" && value !== "false")
      throw usageError(`The option --${name} takes no value, but got "${value}".`, {
        match,
        argument: "",
        names: [],
      });
    if (type !== "string" || value !== undefined) continue;
    index += 1;
    const next = match.rest[index];
    if (next === undefined || next.startsWith("--"))
      throw usageError(`The option --${name} needs a value.`, { match, argument: "", names: [] });
  }
  checkRequired(match, { positionals, given });
  if (positionals > limit)
    throw usageError(
      `${match.name} takes ${countOf(limit, "argument")}, but got ${positionals}; quote text that contains spaces.`,
      {
        match,
        argument: "",
        names: [],
      },
    );
}

/** The definitions of positional arguments are in order, and none follows an optional one. */
function checkRequired(
  match: CommandMatch,
  { positionals, given }: { readonly positionals: number; readonly given: ReadonlySet<string> },
): void {
  let position = 0;
  for (const [name, { type, required }] of Object.entries(argumentDefinitions(match.command))) {
    const isPositional = type === "positional";
    if (isPositional) position += 1;
    if (required !== true || (isPositional ? position <= positionals : given.has(name))) continue;
    const missing = isPositional ? name.toUpperCase() : `--${name}`;
    throw usageError(`${match.name} needs ${missing}.`, { match, argument: "", names: [] });
  }
}

function usageError(
  message: string,
  context: { readonly match: CommandMatch; readonly argument: string; readonly names: readonly string[] },
): GoaltraceError {
  const nearest = context.argument === "" ? undefined : nearestName(context.argument, context.names);
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: `${nearest === undefined ? "" : `Did you mean ${nearest}? `}See: ${context.match.name} --help`,
  });
}

function argumentDefinitions(command: CommandDef): ArgsDef {
  const { args } = command;
  return typeof args === "object" && !(args instanceof Promise) ? args : {};
}

/** Returns the commands below a command by name; `loadCommand` loads one of them. */
export function listSubCommands(command: CommandDef): Readonly<Record<string, Resolvable<CommandDef>>> {
  const { subCommands } = command;
  return typeof subCommands !== "object" || subCommands instanceof Promise ? {} : subCommands;
}

/** Loads a command from its place in the commands above it. */
export async function loadCommand(command: Resolvable<CommandDef>): Promise<CommandDef> {
  return await (typeof command === "function" ? command() : command);
}

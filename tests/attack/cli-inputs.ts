import { program } from "../../apps/cli/src/program.ts";

/** An argument of the command line that takes a text. */
export type CliInput = {
  /** For example `run --model`. */
  readonly name: string;
  /** Returns the command with the text as this argument, and otherwise valid ones. */
  readonly withText: (text: string) => readonly string[];
};

/** The parts of a command's definition that matter here. */
type Command = {
  readonly subCommands?: unknown;
  readonly args?: unknown;
};
type Definition = { readonly type?: string; readonly required?: boolean };

/** Runs until it is stopped. */
const ENDLESS = new Set(["worker"]);

/** Returns every argument of every command. `known` gives valid values by the name of an argument; the others are left out if they may be. */
export function cliInputs(known: (name: string) => string): readonly CliInput[] {
  return [{ name: "(command)", withText: (text) => [text] }, ...commandInputs([], program, known)];
}

function commandInputs(
  words: readonly string[],
  command: Command,
  known: (name: string) => string,
): readonly CliInput[] {
  const children = Object.entries((command.subCommands ?? {}) as Record<string, Command>);
  const below = children
    .filter(([name]) => !ENDLESS.has(name))
    .flatMap(([name, child]) => commandInputs([...words, name], child, known));
  const definitions = Object.entries((command.args ?? {}) as Record<string, Definition>);
  const required = definitions.filter(([, definition]) => definition.required === true);
  const isPositional = (name: string): boolean =>
    definitions.some(([other, { type }]) => other === name && type === "positional");
  const written = (name: string, text: string): string => (isPositional(name) ? text : `--${name}=${text}`);
  const others = (name: string): readonly string[] =>
    required.filter(([other]) => other !== name).map(([other]) => written(other, known(other)));
  const own = definitions.map(([name]) => ({
    name: [...words, isPositional(name) ? `<${name}>` : `--${name}`].join(" "),
    withText: (text: string) => [...words, written(name, text), ...others(name)],
  }));
  return [...below, ...own];
}

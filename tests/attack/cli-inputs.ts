import type { ArgsDef, CommandDef } from "citty";
import { program } from "../../apps/cli/src/program.ts";

/** An argument of the command line that takes a text. */
export type CliInput = {
  /** For example `run --model`. */
  readonly name: string;
  /** The command with valid arguments. */
  readonly valid: readonly string[];
  /** Returns the same command with the text as this argument. */
  readonly withText: (text: string) => readonly string[];
};

/** Runs until it is stopped. */
const ENDLESS = new Set(["worker"]);

/** Returns every argument of every command. `known` gives valid values by the name of an argument; the others are left out if they may be. */
export function cliInputs(known: (name: string) => string): readonly CliInput[] {
  return [
    { name: "(command)", valid: ["--help"], withText: (text) => [text] },
    ...commandInputs([], program as CommandDef, known),
  ];
}

function commandInputs(
  words: readonly string[],
  command: CommandDef,
  known: (name: string) => string,
): readonly CliInput[] {
  const children = Object.entries((command.subCommands ?? {}) as Record<string, CommandDef>);
  const below = children
    .filter(([name]) => !ENDLESS.has(name))
    .flatMap(([name, child]) => commandInputs([...words, name], child, known));
  const definitions = Object.entries((command.args ?? {}) as ArgsDef);
  const required = definitions.filter(
    ([, definition]) => "required" in definition && definition.required === true,
  );
  const isPositional = (name: string): boolean =>
    definitions.some(([other, { type }]) => other === name && type === "positional");
  const written = (name: string, text: string): string => (isPositional(name) ? text : `--${name}=${text}`);
  const others = (name: string): readonly string[] =>
    required.filter(([other]) => other !== name).map(([other]) => written(other, known(other)));
  const own = definitions.map(([name]) => ({
    name: [...words, isPositional(name) ? `<${name}>` : `--${name}`].join(" "),
    valid: [...words, ...required.map(([other]) => written(other, known(other)))],
    withText: (text: string) => [...words, written(name, text), ...others(name)],
  }));
  return [...below, ...own];
}

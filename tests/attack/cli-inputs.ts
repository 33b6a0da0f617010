import { listSubCommands, loadCommand } from "../../apps/cli/src/find-command.ts";
import { program } from "../../apps/cli/src/program.ts";

/** An argument of the command line that takes a text. */
export type CliInput = {
  /** For example `run --model`. */
  readonly name: string;
  /** Returns the command with the text as this argument, and otherwise valid ones. */
  readonly withText: (text: string) => readonly string[];
};

type Command = Parameters<typeof listSubCommands>[0];
/** The parts of an argument's definition that matter here. */
type Definition = { readonly type?: string; readonly required?: boolean };

/** Runs until it is stopped. */
const ENDLESS = new Set(["worker"]);

/** Returns every argument of every command. `known` gives valid values by the name of an argument; the others are left out if they may be. */
export async function cliInputs(known: (name: string) => string): Promise<readonly CliInput[]> {
  return [{ name: "(command)", withText: (text) => [text] }, ...(await commandInputs([], program, known))];
}

async function commandInputs(
  words: readonly string[],
  command: Command,
  known: (name: string) => string,
): Promise<readonly CliInput[]> {
  const children = Object.entries(listSubCommands(command)).filter(([name]) => !ENDLESS.has(name));
  const below = await Promise.all(
    children.map(
      async ([name, child]) => await commandInputs([...words, name], await loadCommand(child), known),
    ),
  );
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
  return [...below.flat(), ...own];
}

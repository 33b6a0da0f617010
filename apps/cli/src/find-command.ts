import { GoaltraceError, nearestName } from "@goaltrace/core";
import type { ArgsDef, CommandDef } from "citty";

/** A command, by the words that name it, with the words that follow. */
export type FoundCommand = {
  readonly command: CommandDef;
  /** The words before its own; empty for the program itself. */
  readonly parentName: string;
  readonly name: string;
  readonly rest: readonly string[];
};

/** Follows the words to the command they name. Throws INVALID_INPUT with the nearest name for one that is not there. */
export function findCommand(main: CommandDef, words: readonly string[]): FoundCommand {
  let found: FoundCommand = { command: main, parentName: "", name: "goaltrace", rest: words };
  for (;;) {
    const children = childrenOf(found.command);
    const names = Object.keys(children);
    const [word, ...rest] = found.rest;
    if (names.length === 0 || word === undefined || word.startsWith("-")) return found;
    const command = children[word];
    if (command === undefined) throw usageError(`There is no command "${word}".`, { found, word, names });
    found = { command, parentName: found.name, name: `${found.name} ${word}`, rest };
  }
}

/** Holds the words behind a command against its arguments. Throws INVALID_INPUT for an option that is unknown or has no value, and for words too many. */
export function checkWords(found: FoundCommand): void {
  const args = argumentsOf(found.command);
  const options = new Map(
    Object.entries(args).flatMap(([name, one]) => (one.type === "positional" ? [] : [[name, one.type]])),
  );
  const places = Object.values(args).filter((one) => one.type === "positional").length;
  let taken = 0;
  for (let index = 0; index < found.rest.length; index += 1) {
    const word = found.rest[index] ?? "";
    if (word === "--") {
      taken += found.rest.length - index - 1;
      break;
    }
    if (!word.startsWith("-") || word === "-") {
      taken += 1;
      continue;
    }
    const [name = "", value] = word.replace(/^--?/, "").split("=", 2);
    const type = word.startsWith("--") ? options.get(name) : undefined;
    const names = [...options.keys()].map((one) => `--${one}`);
    if (type === undefined)
      throw usageError(`There is no option "${word}".`, { found, word: `--${name}`, names });
    if (type !== "string" || value !== undefined) continue;
    index += 1;
    const next = found.rest[index];
    if (next === undefined || next.startsWith("--"))
      throw usageError(`The option --${name} needs a value.`, { found, word: "", names: [] });
  }
  if (taken > places)
    throw usageError(
      `There are ${taken} words where ${found.name} takes ${places}; quote a text with spaces.`,
      {
        found,
        word: "",
        names: [],
      },
    );
}

function usageError(
  message: string,
  at: { readonly found: FoundCommand; readonly word: string; readonly names: readonly string[] },
): GoaltraceError {
  const nearest = at.word === "" ? undefined : nearestName(at.word, at.names);
  return new GoaltraceError({
    code: "INVALID_INPUT",
    message,
    fix: `${nearest === undefined ? "" : `Did you mean ${nearest}? `}See: ${at.found.name} --help`,
  });
}

function argumentsOf(command: CommandDef): ArgsDef {
  const { args } = command;
  return typeof args === "object" && !(args instanceof Promise) ? args : {};
}

function childrenOf(command: CommandDef): Readonly<Record<string, CommandDef>> {
  const { subCommands } = command;
  if (typeof subCommands !== "object" || subCommands instanceof Promise) return {};
  return Object.fromEntries(
    Object.entries(subCommands).flatMap(([name, child]) =>
      typeof child === "object" && !(child instanceof Promise) ? [[name, child]] : [],
    ),
  );
}

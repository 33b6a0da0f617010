import { GoaltraceError } from "@goaltrace/core";
import { nearestName } from "@goaltrace/core/nearest-name";
import type { ChatCommand } from "./chat-command.ts";
import { agentsCommand } from "./commands/agents-command.ts";
import { budgetCommand } from "./commands/budget-command.ts";
import { clearCommand } from "./commands/clear-command.ts";
import { compactCommand } from "./commands/compact-command.ts";
import { goalsCommand } from "./commands/goals-command.ts";
import { memoryCommand } from "./commands/memory-command.ts";
import { modelCommand } from "./commands/model-command.ts";
import { quitCommand } from "./commands/quit-command.ts";
import { strategyCommand } from "./commands/strategy-command.ts";

const helpCommand: ChatCommand = {
  name: "help",
  aliases: ["?"],
  argument: "",
  description: "list the commands and keys",
  worksDuringRuns: true,
  run: async (_session, terminal) => {
    const names = CHAT_COMMANDS.map(usage);
    const width = Math.max(...names.map((name) => name.length));
    for (const [index, { description }] of CHAT_COMMANDS.entries())
      terminal.print(`  ${(names[index] ?? "").padEnd(width)}  ${description}`);
    terminal.print(`  ${"Ctrl+C".padEnd(width)}  stop the run; again, leave. Ctrl+D leaves too`);
    terminal.print(`  ${"Alt+Enter".padEnd(width)}  new line, as do Ctrl+J and \\ before Enter`);
    terminal.print(`  ${"↑ ↓".padEnd(width)}  earlier messages; Tab completes a command`);
    return await Promise.resolve("continue");
  },
};

/** All commands, in the order of the help. A new command is one line here. */
export const CHAT_COMMANDS: readonly ChatCommand[] = [
  helpCommand,
  goalsCommand,
  agentsCommand,
  budgetCommand,
  modelCommand,
  strategyCommand,
  memoryCommand,
  compactCommand,
  clearCommand,
  quitCommand,
];

/** A command as typed, with the text behind its name. */
export type TypedCommand = { readonly command: ChatCommand; readonly argument: string };

/**
 * Returns the command that a line asks for; null for a message. A line with a slash inside its first word, such as a path, is a message. Errors:
 * INVALID_INPUT for an unknown command, with the nearest one.
 */
export function readChatCommand(line: string): TypedCommand | null {
  const match = /^\/(?<name>[\w?-]+)(?:\s+(?<argument>[\s\S]*))?$/u.exec(line.trim());
  const name = match?.groups?.["name"]?.toLowerCase();
  if (name === undefined) return null;
  const command = CHAT_COMMANDS.find(
    (candidate) => candidate.name === name || candidate.aliases?.includes(name) === true,
  );
  if (command !== undefined) return { command, argument: match?.groups?.["argument"]?.trim() ?? "" };
  const nearest = nearestName(
    name,
    CHAT_COMMANDS.map((candidate) => candidate.name),
  );
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no command /${name}.`,
    fix: nearest === undefined ? "/help lists the commands." : `Did you mean /${nearest}?`,
  });
}

/** Returns the lines that Tab completes a line to. */
export function completeCommand(line: string): readonly string[] {
  if (!/^\/[\w-]*$/u.test(line)) return [];
  return CHAT_COMMANDS.map(({ name }) => `/${name}`).filter((name) => name.startsWith(line));
}

/** Returns the help for a line that begins a command; empty for any other. */
export function commandHint(line: string): string {
  if (!line.startsWith("/")) return "";
  const [typed = ""] = line.split(/\s/u, 1);
  const isWhole = line.length > typed.length;
  const found = CHAT_COMMANDS.filter(({ name }) =>
    isWhole ? `/${name}` === typed : `/${name}`.startsWith(typed),
  );
  const [only] = found;
  if (found.length === 1 && only !== undefined) return `${usage(only)}: ${only.description}`;
  return found.map(({ name }) => `/${name}`).join("  ");
}

function usage({ name, argument }: ChatCommand): string {
  return argument === "" ? `/${name}` : `/${name} ${argument}`;
}

import { GoaltraceError } from "@goaltrace/core";
import type { Scope } from "@goaltrace/core/ports";
import { addMemory, listMemory, type MemoryServices, removeMemory, searchMemory } from "./memory-actions.ts";
import { entryLines, foundLines } from "./memory-lines.ts";

/** Characters of a text that become its name. */
const MAX_NAME = 60;
const HELP = [
  "/memory WORDS or /memory search WORDS",
  "/memory list",
  "/memory add TEXT",
  "/memory remove ID",
];

/**
 * Runs what follows `/memory` in a terminal and returns the lines to print: a search for words, `list`, `add TEXT` (about the person) or
 * `remove ID`. Without anything it lists the ways to use it. A failure is a line too.
 */
export async function runMemoryCommand(
  services: MemoryServices,
  scope: Scope,
  text: string,
): Promise<readonly string[]> {
  const [, verb = "", rest = ""] = /^(\S*)\s*([\s\S]*)$/u.exec(text.trim()) ?? [];
  try {
    switch (verb) {
      case "":
        return HELP;
      case "list":
        return entryLines(await listMemory(services, scope, { type: null, isHeld: false }));
      case "add":
        return await add(services, scope, rest);
      case "remove":
        return [`Removed "${(await removeMemory(services, scope, rest.trim())).name}".`];
      default:
        return foundLines(await searchMemory(services, scope, { words: verb === "search" ? rest : text }));
    }
  } catch (thrown) {
    if (thrown instanceof GoaltraceError) return [thrown.message];
    throw thrown;
  }
}

async function add(services: MemoryServices, scope: Scope, text: string): Promise<readonly string[]> {
  const content = text.trim();
  const name = content.slice(0, MAX_NAME);
  const fields = { name, description: name, keywords: [], content };
  const { entry, warnings } = await addMemory(services, scope, {
    ...{ ...fields, type: "user" },
    isShared: false,
  });
  return [`Saved as "${entry.name}" (${entry.id}).`, ...warnings.map(toWarning)];
}

/** Returns what a person should know about a part that agents could not have saved. */
export function toWarning(found: string): string {
  return `Look at it again: "${found}" may be wrong or unsafe to remember.`;
}

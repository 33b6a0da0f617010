import { defineCommand } from "citty";
import { localScope } from "../local-scope.ts";
import {
  addMemory,
  listMemory,
  type MemoryServices,
  readMemoryType,
  removeMemory,
  searchMemory,
} from "../memory/memory-actions.ts";
import { entryLines, foundLines } from "../memory/memory-lines.ts";
import { toWarning } from "../memory/run-memory-command.ts";
import { toPrintable } from "../print-update.ts";
import { standardOutput } from "../standard-output.ts";
import { withRuntime } from "../with-runtime.ts";
import type { Scope } from "@goaltrace/core/ports";

const WORKSPACE = {
  workspace: { type: "string", description: "Workspace slug (default: the oldest workspace)" },
} as const;
const PROJECT = {
  project: { type: "string", description: "Only those of this project" },
} as const;
const JSON_LINES = { json: { type: "boolean", description: "Print one JSON line per entry" } } as const;

const searchCommand = defineCommand({
  meta: { name: "search", description: "Find entries by words, best first" },
  args: {
    words: { type: "positional", description: "Words to look for", required: true },
    ...PROJECT,
    ...WORKSPACE,
    ...JSON_LINES,
  },
  run: async ({ args }) =>
    await inWorkspace(args.workspace, async (runtime, scope) => {
      const found = await searchMemory(runtime, scope, { words: args._.join(" "), project: args.project });
      print(
        args.json === true
          ? found.map(({ entry, confidence }) => JSON.stringify({ ...entry, confidence }))
          : foundLines(found),
      );
    }),
});

const listCommand = defineCommand({
  meta: { name: "list", description: "List entries, the newest first" },
  args: {
    type: { type: "string", description: "Only this type: user, feedback, project or reference" },
    held: { type: "boolean", description: "Those that wait for a review instead" },
    ...PROJECT,
    ...WORKSPACE,
    ...JSON_LINES,
  },
  run: async ({ args }) => {
    const type = args.type === undefined ? null : readMemoryType(args.type);
    await inWorkspace(args.workspace, async (runtime, scope) => {
      const entries = await listMemory(runtime, scope, {
        ...{ type, isHeld: args.held === true, project: args.project },
      });
      print(args.json === true ? entries.map((entry) => JSON.stringify(entry)) : entryLines(entries));
    });
  },
});

const addCommand = defineCommand({
  meta: { name: "add", description: "Save an entry; the same type and name updates it" },
  args: {
    content: { type: "positional", description: "What to remember", required: true },
    name: { type: "string", description: "A short title", required: true },
    type: { type: "string", description: "user, feedback, project or reference", default: "user" },
    description: { type: "string", description: "One line that says what it is (default: the name)" },
    keywords: { type: "string", description: "Words to find it by, separated by commas", default: "" },
    project: { type: "string", description: "The project that it only holds for" },
    shared: { type: "boolean", description: "Let everyone in the workspace find it" },
    ...WORKSPACE,
    ...JSON_LINES,
  },
  run: async ({ args }) => {
    const keywords = args.keywords.split(/[,，]/u).map((word) => word.trim());
    const { name, description = name, content } = args;
    const fields = {
      ...{ type: readMemoryType(args.type), name, description, content },
      keywords: keywords.filter((word) => word !== ""),
    };
    await inWorkspace(args.workspace, async (runtime, scope) => {
      const saved = await addMemory(runtime, scope, {
        ...{ ...fields, isShared: args.shared === true, project: args.project },
      });
      const { entry, warnings } = saved;
      print(
        args.json === true
          ? [JSON.stringify({ ...entry, warnings })]
          : [`Saved as "${entry.name}" (${entry.id}).`, ...warnings.map(toWarning)].map(toPrintable),
      );
    });
  },
});

const removeCommand = defineCommand({
  meta: { name: "remove", description: "Delete an entry with its versions" },
  args: { id: { type: "positional", description: "Id of the entry", required: true }, ...WORKSPACE },
  run: async ({ args }) =>
    await inWorkspace(args.workspace, async (runtime, scope) => {
      print([toPrintable(`Removed "${(await removeMemory(runtime, scope, args.id)).name}".`)]);
    }),
});

/** `goaltrace memory search|list|add|remove`: what agents remember in a workspace, as its owner sees it. */
export const memoryCommand = defineCommand({
  meta: { name: "memory", description: "Search, list, add and remove what agents remember" },
  subCommands: { search: searchCommand, list: listCommand, add: addCommand, remove: removeCommand },
});

async function inWorkspace(
  slug: string | undefined,
  act: (services: MemoryServices, scope: Scope) => Promise<void>,
): Promise<void> {
  await withRuntime(async (runtime) => {
    await act(runtime, await localScope(runtime, slug));
  });
}

function print(lines: readonly string[]): void {
  for (const line of lines) standardOutput.print(line);
}

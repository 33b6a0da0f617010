import { GoaltraceError } from "@goaltrace/core";
import { checkEntry, MEMORY_CHARACTERS, MEMORY_TYPES } from "@goaltrace/core/memory";
import type { MemoryEntry, MemoryFields, MemoryType, Scope } from "@goaltrace/core/ports";
import type { Runtime } from "@goaltrace/host";

/** The services that commands about memory need. */
export type MemoryServices = Pick<Runtime, "memoryFinder" | "clock" | "ids"> & {
  readonly database: Pick<Runtime["database"], "memories">;
};

/** Entries that a search of the command line shows. */
const SHOWN_HITS = 10;
/** Entries that are searched for those of one project. */
const HITS_BEFORE_PROJECT = 200;

/** An entry that was found. `confidence` is from 0 to 1. */
export type FoundEntry = { readonly entry: MemoryEntry; readonly confidence: number };

/** Returns the entries for some words, best first, as the person finds them. `project`: only those of one. @default all */
export async function searchMemory(
  { memoryFinder }: MemoryServices,
  scope: Scope,
  { words, project }: { readonly words: string; readonly project?: string | undefined },
): Promise<readonly FoundEntry[]> {
  const limit = project === undefined ? SHOWN_HITS : HITS_BEFORE_PROJECT;
  const found = await memoryFinder.find(scope, words, { limit, traceId: null });
  return found
    .filter(({ entry }) => isOfProject(entry, project))
    .slice(0, SHOWN_HITS)
    .map(({ entry, hit }) => ({ entry, confidence: hit.confidence }));
}

/** Returns the active entries, or those that wait for a review, newest first. */
export async function listMemory(
  { database }: MemoryServices,
  scope: Scope,
  {
    type,
    isHeld,
    project,
  }: { readonly type: MemoryType | null; readonly isHeld: boolean; readonly project?: string | undefined },
): Promise<readonly MemoryEntry[]> {
  const all = await database.memories.list(scope);
  return all.filter(
    (entry) =>
      entry.state === (isHeld ? "held" : "active") &&
      (type === null || entry.type === type) &&
      isOfProject(entry, project),
  );
}

/** Saves an entry as a person, who may save what agents may not. `warnings` are the parts that an agent could not have saved. */
export async function addMemory(
  { database, clock, ids }: MemoryServices,
  scope: Scope,
  {
    isShared,
    project,
    ...fields
  }: MemoryFields & { readonly isShared: boolean; readonly project?: string | undefined },
): Promise<{ readonly entry: MemoryEntry; readonly warnings: readonly string[] }> {
  const { name, content } = fields;
  if (name.trim() === "" || content.trim() === "")
    throw new GoaltraceError({
      code: "INVALID_INPUT",
      message: "An entry needs a name and a content.",
      fix: "Pass both, such as: memory add --name 'Short answers' 'Answers in one sentence'.",
    });
  const checked = checkEntry(fields, clock.now());
  const { entry } = await database.memories.save(scope, {
    ...{ ...fields, id: ids.next(), audience: isShared ? "workspace" : "person", state: "active" },
    ...{ source: null, reason: null, project: readProject(project) },
  });
  return { entry, warnings: checked.accepted ? [] : checked.problems.map(({ found }) => found) };
}

/** Names of projects are those that people use: case and spaces around them do not count. */
function isOfProject({ project }: MemoryEntry, wanted: string | undefined): boolean {
  return wanted === undefined || project?.toLowerCase() === wanted.trim().toLowerCase();
}

/** Returns the name of a project; null for none. Errors: INVALID_INPUT if it is too long. */
function readProject(text: string | undefined): string | null {
  const project = text?.trim() ?? "";
  if (project.length <= MEMORY_CHARACTERS.project) return project === "" ? null : project;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `The name of a project has at most ${String(MEMORY_CHARACTERS.project)} characters.`,
    fix: "Use the name that people say.",
  });
}

/** Deletes an entry, and returns it. Errors: NOT_FOUND. */
export async function removeMemory(
  { database }: MemoryServices,
  scope: Scope,
  id: string,
): Promise<MemoryEntry> {
  const entry = await database.memories.get(scope, id);
  await database.memories.remove(scope, id);
  return entry;
}

/** Reads a type of entries. Errors: INVALID_INPUT. */
export function readMemoryType(text: string): MemoryType {
  const type = MEMORY_TYPES.find((candidate) => candidate === text);
  if (type !== undefined) return type;
  throw new GoaltraceError({
    code: "INVALID_INPUT",
    message: `There is no type "${text}" of entries.`,
    fix: `Use one of: ${MEMORY_TYPES.join(", ")}.`,
  });
}

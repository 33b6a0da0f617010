import type { Entry, EventOf } from "@goaltrace/core/log";
import type { Scope, SkillLayer, WrittenSkill } from "@goaltrace/core/ports";
import { readEntries, readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "../runtime.ts";

/** A skill that a conversation loaded. `sequence`: the entry of the log that has its text; `files`: those of its files that were read. */
export type LoadedSkill = {
  readonly name: string;
  readonly layer: SkillLayer;
  readonly sequence: number;
  readonly files: readonly string[];
};

/** The skills that a conversation loaded, and those that its agents saved. */
export type SkillsOfRun = {
  readonly loaded: readonly LoadedSkill[];
  readonly saved: readonly WrittenSkill[];
};

/**
 * Reads the skills that were loaded until the end of an entry's turn, in earlier turns too, in order, and the versions that the agents of these
 * turns wrote. Errors: NOT_FOUND.
 */
export async function skillsOfRun(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  { traceId, sequence }: { readonly traceId: string; readonly sequence: number },
): Promise<SkillsOfRun> {
  const reader = { traces: stores.traces, scope };
  const log = await readEntries(reader, await readTrace(reader, traceId), { after: 0 });
  const end = log.find((entry) => entry.sequence > sequence && isPerson(entry))?.sequence ?? Infinity;
  const loaded = new Map<string, LoadedSkill>();
  for (const entry of log) {
    if (!isLoad(entry) || entry.sequence > end) continue;
    const { skill: name, layer, file } = entry.data;
    const key = `${layer}:${name}`;
    const before = loaded.get(key) ?? { name, layer, sequence: entry.sequence, files: [] };
    const files = file === null || before.files.includes(file) ? before.files : [...before.files, file];
    loaded.set(key, { ...before, files });
  }
  const turns = new Set(log.filter((entry) => entry.sequence <= sequence).map((entry) => entry.traceId));
  return { loaded: [...loaded.values()], saved: await stores.skills.writtenIn(scope, [...turns]) };
}

function isPerson(entry: Entry): boolean {
  return entry.kind === "message" && entry.role === "user" && entry.author === "person";
}

function isLoad(entry: Entry): entry is EventOf<"skill.loaded"> {
  return entry.kind === "event" && entry.type === "skill.loaded";
}

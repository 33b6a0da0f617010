import type { Trace } from "@goaltrace/core/log";
import type { MemorySource, Scope } from "@goaltrace/core/ports";
import { readLog } from "@goaltrace/core/reading";
import type { Database } from "@goaltrace/db";
import type { Cast } from "../people.ts";

/** The seeded runs of each story by its title, and everything that what they taught is stored with. */
export type Lesson = {
  readonly database: Database;
  readonly cast: Cast;
  readonly now: number;
  readonly runs: ReadonlyMap<string, readonly Trace[]>;
};

export const DAY_MS = 86_400_000;

/** The scope of a person of the workspace. */
export const scopeOf = ({ cast }: Lesson, who: Parameters<Cast["people"]["get"]>[0]): Scope => ({
  workspaceId: cast.workspaceId,
  personId: cast.people.get(who) ?? "",
});

/** The completed runs without a parent, of which the first `count` used something. */
export const someRuns = ({ runs }: Lesson, count: number): readonly Trace[] =>
  [...runs.values()]
    .flat()
    .filter(({ parentId }) => parentId === null)
    .slice(0, count);

/** Finds the words of a story in the logs of its runs; null if none says them, because a slow machine cut the story short. */
export async function findWords(lesson: Lesson, title: string, quote: string): Promise<MemorySource | null> {
  for (const trace of lesson.runs.get(title) ?? []) {
    const entries = await readLog({ traces: lesson.database.traces, scope: trace }, trace);
    const found = entries.find((entry) => entry.kind === "message" && JSON.stringify(entry).includes(quote));
    if (found !== undefined) return { traceId: trace.id, sequence: found.sequence, quote };
  }
  return null;
}

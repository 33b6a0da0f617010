import type { NewExperience } from "@goaltrace/core/ports";
import { createSystemClock, createSystemIds } from "@goaltrace/core/system";
import { experiences } from "./experiences.ts";
import { memories } from "./memories.ts";
import { days, profiles } from "./profiles.ts";
import { skills } from "./skills.ts";
import { DAY_MS, findWords, type Lesson, scopeOf, someRuns } from "./teach.ts";

const ids = createSystemIds(createSystemClock());

/**
 * Stores what the stories taught: memory, rules, profile files, skills and an agent, each with the runs that it comes from and was used in.
 * Does nothing in a workspace that has them.
 */
export async function seedKnowledge(lesson: Lesson): Promise<void> {
  const stored = await lesson.database.skills.list(scopeOf(lesson, "owner"));
  if (skills.some(({ name }) => stored.some((skill) => skill.name === name))) return;
  await seedMemories(lesson);
  await seedExperiences(lesson);
  await seedProfiles(lesson);
  await seedSkills(lesson);
  await seedAgent(lesson);
}

async function seedMemories(lesson: Lesson): Promise<void> {
  const { database, now } = lesson;
  const known = new Map<string, string>();
  // The successor of an entry is saved after it.
  for (const memory of memories.toSorted((left, right) => right.savedDaysAgo - left.savedDaysAgo)) {
    const { by, savedDaysAgo, learned, isHeld, replaces, recalls, project = null, ...fields } = memory;
    const scope = scopeOf(lesson, by);
    const source = learned === undefined ? null : await findWords(lesson, learned.title, learned.quote);
    if (learned !== undefined && source === null) continue;
    const { entry } = await database.memories.save(scope, {
      ...{ ...fields, project, id: ids.next() },
      source,
      ...(isHeld ? { state: "held", reason: "untrusted" } : { state: "active", reason: null }),
      ...(replaces === undefined ? {} : { replaces: known.get(replaces) }),
    });
    known.set(entry.name, entry.id);
    for (const { id } of someRuns(lesson, recalls))
      await database.memories.noteRecall(scope, id, [{ memoryId: entry.id, version: entry.version }]);
    await database.prisma.memory.updateMany({
      where: { workspaceId: scope.workspaceId, id: entry.id },
      data: { savedAt: new Date(now - savedDaysAgo * DAY_MS) },
    });
  }
}

async function seedExperiences(lesson: Lesson): Promise<void> {
  const { database } = lesson;
  const scope = scopeOf(lesson, "owner");
  const runs = someRuns(lesson, Number.POSITIVE_INFINITY);
  // A run is a trial of several rules at once, but has one outcome: each rule gets runs of its own.
  let next = 0;
  for (const { evidence, worked, failed, state, ...fields } of experiences) {
    const found: NewExperience["evidence"][number][] = [];
    for (const [title, quote, tried] of evidence) {
      const source = await findWords(lesson, title, quote);
      if (source !== null) found.push({ ...source, taskSequence: null, worked: tried });
    }
    const { id, version } = await database.experiences.add(scope, {
      ...{ ...fields, id: ids.next(), evidence: found },
      state: state === "candidate" ? "candidate" : "approved",
    });
    for (const [index, run] of runs.slice(next, next + worked + failed).entries()) {
      await noteUse(database, { workspaceId: scope.workspaceId, experienceId: id, traceId: run.id, version });
      const outcome = index < worked ? "worked" : "failed";
      await database.experiences.judge(scope, run.id, { outcome, basis: "end" });
    }
    next += worked + failed;
    if (state === "retired") await database.experiences.decideByOutcome(scope, id, "retired");
  }
}

/** Adds a use to a run that has counted its own, of which there were none when it started. */
async function noteUse(
  { prisma }: Lesson["database"],
  use: {
    readonly workspaceId: string;
    readonly experienceId: string;
    readonly traceId: string;
    readonly version: number;
  },
): Promise<void> {
  const { workspaceId, traceId } = use;
  await prisma.experienceRun.createMany({ data: [{ workspaceId, traceId }], skipDuplicates: true });
  await prisma.experienceUse.createMany({ data: [use], skipDuplicates: true });
}

async function seedProfiles(lesson: Lesson): Promise<void> {
  const { database, now } = lesson;
  const scope = scopeOf(lesson, "owner");
  const { profiles: store } = database;
  for (const [file, texts] of profiles)
    for (const text of texts) {
      const { version } = await store.read(scope, { file, day: null });
      await store.write(scope, { file, day: null }, { version, text, trimmed: "", byAgent: false });
    }
  for (const [daysAgo, text] of days.entries()) {
    const day = new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);
    const { version } = await store.read(scope, { file: "daily", day });
    await store.write(scope, { file: "daily", day }, { version, text, trimmed: "", byAgent: true });
  }
}

async function seedSkills(lesson: Lesson): Promise<void> {
  const { database } = lesson;
  const scope = scopeOf(lesson, "owner");
  for (const { name, sources, files, uses } of skills) {
    for (const [index, source] of sources.entries())
      await database.skills.save(scope, {
        ...{ name, version: index, source, isCore: false, writtenIn: null },
        files: Object.entries(files).map(([path, text]) => ({
          path,
          content: new TextEncoder().encode(text),
        })),
      });
    for (const { id } of someRuns(lesson, uses))
      await database.skills.noteUse(scope, id, { name, layer: "workspace" });
  }
}

async function seedAgent(lesson: Lesson): Promise<void> {
  const scope = scopeOf(lesson, "owner");
  const description = "reviews changes and says what was not checked; changes nothing";
  const instructions =
    "Read the change and the files around it. Name defects with file and line, the worst first. End with what you did not check.";
  for (const [over, fields] of [
    { description, instructions },
    { description, instructions, isReadOnly: true, maxSteps: 40 },
  ].entries())
    await lesson.database.agents.save(scope, { name: "reviewer", over, fields, restoredFrom: null });
}

import { parseJson } from "@goaltrace/core/parse-json";
import { z } from "zod";
import type { PathContent } from "../undo/folder-state.ts";
import type { LocalVersions } from "../undo/local-versions.ts";

const content = z.object({
  kind: z.enum(["file", "link", "directory"]),
  mode: z.number(),
  sha256: z.string(),
});

const step = z.discriminatedUnion("outcome", [
  z.object({
    path: z.string(),
    outcome: z.literal("merged"),
    before: content.nullable(),
    after: content.nullable(),
  }),
  z.object({
    path: z.string(),
    outcome: z.enum(["conflict", "kept"]),
    base: content.nullable(),
    theirs: content.nullable(),
  }),
]);

const plan = z.object({
  steps: z.array(step),
  unclear: z.array(z.string()),
  /** When it was decided, in milliseconds since the epoch. */
  decidedAt: z.number().default(0),
});

/** The process that makes a worktree, and its machine. `start` is the id of its start, which records of earlier versions lack. */
const maker = z.object({ host: z.string(), pid: z.number(), start: z.string().optional() });

/** The part of a record that is stored while a worktree is made. */
const origin = z.object({
  /** The workspace. */
  owner: z.string(),
  top: z.string(),
  openedAt: z.number(),
  /** @default null in records of earlier versions */
  maker: maker.nullable().default(null),
});

const record = z.object({
  /** The workspace. */
  owner: z.string(),
  /** The project folder, the top of its repository, and the folder of the agent in the worktree. */
  source: z.string(),
  top: z.string(),
  folder: z.string(),
  openedAt: z.number(),
  maker: maker.nullable().default(null),
  /** The files with which the agent began, by path. */
  base: z.array(z.tuple([z.string(), content])),
  /** The steps of the merge, decided before its first change; null while the agent works. */
  plan: plan.nullable(),
});

/**
 * One path of a merge. `before` and `after` are contents of the project folder, `base` and `theirs`
 * those with which the agent began and that it left.
 */
export type MergeStep = z.infer<typeof step>;
export type MergePlan = z.infer<typeof plan>;

/** The facts about a worktree, stored beside it and sealed. */
export type WorktreeRecord = z.infer<typeof record>;

/** The workspace, repository, time and maker of a worktree, complete or not. */
export type WorktreeOrigin = z.infer<typeof origin>;

/** Returns the record; undefined for a worktree that is not there, not complete, or of another server. */
export async function readRecord(versions: LocalVersions): Promise<WorktreeRecord | undefined> {
  const text = await versions.readManifest();
  const parsed = text === undefined ? undefined : record.safeParse(parseJson(text));
  return parsed?.success === true ? parsed.data : undefined;
}

/** Returns the origin of a worktree that is complete or being made; undefined where nothing readable is stored. */
export async function readOrigin(versions: LocalVersions): Promise<WorktreeOrigin | undefined> {
  const text = await versions.readManifest();
  const parsed = text === undefined ? undefined : origin.safeParse(parseJson(text));
  return parsed?.success === true ? parsed.data : undefined;
}

/** Stores whose a worktree will be, before anything of it is there. */
export async function writeOrigin(versions: LocalVersions, written: WorktreeOrigin): Promise<void> {
  await versions.writeManifest(JSON.stringify(written));
}

/** Replaces the record. */
export async function writeRecord(versions: LocalVersions, written: WorktreeRecord): Promise<void> {
  await versions.writeManifest(JSON.stringify(written));
}

/** Returns a content without what else is known of its path; undefined for one that could not be read. */
export function toStored(known: {
  readonly kind: PathContent["kind"];
  readonly mode: number;
  readonly sha256: string | null;
}): PathContent | undefined {
  const { kind, mode, sha256 } = known;
  return sha256 === null ? undefined : { kind, mode, sha256 };
}

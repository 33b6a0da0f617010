import type { Dirent } from "node:fs";
import { join } from "node:path";
import type { IgnoreRules } from "../bounded/pattern-thread.ts";
import { WALK_BATCH_ENTRIES } from "../tunables.ts";
import { type Fence, refusalReason } from "./fence.ts";
import { addIgnoreRules, IGNORE_FILES, readIgnoreRules } from "./ignore-rules.ts";
import { readDirectoryInside } from "./open-inside.ts";
import type { PathPatterns } from "./path-patterns.ts";

export type WalkedEntry = {
  /** The path relative to the project folder, with `/`. */
  readonly relative: string;
  readonly absolute: string;
  readonly kind: "file" | "directory" | "link" | "other";
  /** Whether an ignore file excludes the entry; always false in a walk that descends into ignored directories. */
  readonly ignored: boolean;
  /** Whether the path, relative to the start of the walk, matches the glob. */
  readonly matches: boolean;
  /** 1 for the entries of the directory where the walk starts. */
  readonly depth: number;
};

export type WalkOptions = {
  readonly fence: Fence;
  /** The start of the walk, relative to the project folder; "" for the folder itself. */
  readonly from: string;
  readonly patterns: PathPatterns;
  readonly includeHidden: boolean;
  /** Whether ignored entries are returned too. */
  readonly includeIgnored: boolean;
  /** Whether to return the contents of ignored directories when ignored entries are included. Default: true. */
  readonly descendIgnored?: boolean;
  readonly maxDepth?: number;
  readonly signal: AbortSignal;
};

/**
 * Returns everything below a directory in name order, parents before children. Links are returned but not followed; git's own data and
 * paths that tools may not access are left out; `.gitignore` and `.ignore` apply at every level. Ends early when the signal is aborted or
 * the glob takes too long.
 */
export async function* walk(options: WalkOptions): AsyncGenerator<WalkedEntry> {
  yield* walkDirectory(options, {
    relative: options.from,
    depth: 0,
    rules: needsRules(options) ? await readIgnoreRules(options.fence, options.from) : [],
  });
}

/** `rules` are the ignore rules of the parent directories; at the start of the walk they include the directory's own. */
type WalkPosition = {
  readonly relative: string;
  readonly depth: number;
  readonly rules: readonly IgnoreRules[];
};

async function* walkDirectory(options: WalkOptions, position: WalkPosition): AsyncGenerator<WalkedEntry> {
  const { fence } = options;
  if (hasEnded(options)) return;
  const entries = (await readDirectoryInside(fence, join(fence.root, position.relative))) ?? [];
  const hasRules =
    needsRules(options) && position.depth > 0 && entries.some((entry) => IGNORE_FILES.includes(entry.name));
  const rules = hasRules ? await addIgnoreRules(fence, position.rules, position.relative) : position.rules;
  for (let start = 0; start < entries.length; start += WALK_BATCH_ENTRIES) {
    const batch = entries.slice(start, start + WALK_BATCH_ENTRIES);
    for (const walked of await toWalked(options, { ...position, rules }, batch)) {
      if (hasEnded(options)) return;
      yield walked;
      if (!shouldDescend(options, walked)) continue;
      yield* walkDirectory(options, { relative: walked.relative, depth: walked.depth, rules });
    }
  }
}

function hasEnded({ signal, patterns }: WalkOptions): boolean {
  return signal.aborted || patterns.tooSlow.has("glob");
}

/** Ignore rules have no effect when everything is returned and descended into. */
function needsRules({ includeIgnored, descendIgnored = true }: WalkOptions): boolean {
  return !includeIgnored || !descendIgnored;
}

/** Returns those of the entries of one directory that the walk includes. */
async function toWalked(
  options: WalkOptions,
  { relative, depth, rules }: WalkPosition,
  entries: readonly Dirent[],
): Promise<readonly WalkedEntry[]> {
  const { fence, from, patterns } = options;
  const accessible = entries
    .filter(({ name }) => name !== ".git" && (options.includeHidden || !name.startsWith(".")))
    .map((entry) => {
      const path = relative === "" ? entry.name : `${relative}/${entry.name}`;
      return { path, absolute: join(fence.root, path), kind: entryKind(entry) };
    })
    .filter(({ absolute }) => refusalReason(fence, absolute, "read") === undefined);
  const listed = accessible.map(({ path, kind }) => ({ path, isDirectory: kind === "directory" }));
  const ignored = await patterns.ignored(rules, listed);
  const included = accessible
    .map((entry, index) => ({ ...entry, ignored: ignored[index] ?? false }))
    .filter((entry) => options.includeIgnored || !entry.ignored);
  const inner = (path: string): string => (from === "" ? path : path.slice(from.length + 1));
  const matches = await patterns.matches(included.map(({ path }) => inner(path)));
  return included.map(({ path, ...entry }, index) => ({
    ...entry,
    relative: path,
    matches: matches[index] ?? false,
    depth: depth + 1,
  }));
}

function shouldDescend(options: WalkOptions, walked: WalkedEntry): boolean {
  if (walked.kind !== "directory" || walked.depth >= (options.maxDepth ?? Infinity)) return false;
  return !walked.ignored || (options.descendIgnored ?? true);
}

function entryKind(entry: Dirent): WalkedEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

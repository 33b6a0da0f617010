import type { Dirent } from "node:fs";
import { join } from "node:path";
import { type Fence, refusalReason } from "./fence.ts";
import {
  addIgnoreLayer,
  IGNORE_FILES,
  type IgnoreLayer,
  readIgnoreLayers,
  isIgnored,
} from "./ignore-rules.ts";
import { readDirectoryInside } from "./open-inside.ts";

export type WalkedEntry = {
  /** The path relative to the project folder, with `/`. */
  readonly relative: string;
  readonly absolute: string;
  readonly kind: "file" | "directory" | "link" | "other";
  readonly ignored: boolean;
  /** 1 for the entries of the directory where the walk starts. */
  readonly depth: number;
};

export type WalkOptions = {
  readonly fence: Fence;
  /** The start of the walk, relative to the project folder; "" for the folder itself. */
  readonly from: string;
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
 * paths that tools may not access are left out; `.gitignore` and `.ignore` apply at every level. Ends early when the signal is aborted.
 */
export async function* walk(options: WalkOptions): AsyncGenerator<WalkedEntry> {
  yield* walkDirectory(options, {
    relative: options.from,
    depth: 0,
    layers: await readIgnoreLayers(options.fence, options.from),
  });
}

/** `layers` are the ignore layers of the parent directories; at the start of the walk they include the directory's own. */
type WalkPosition = {
  readonly relative: string;
  readonly depth: number;
  readonly layers: readonly IgnoreLayer[];
};

async function* walkDirectory(options: WalkOptions, position: WalkPosition): AsyncGenerator<WalkedEntry> {
  const { fence, signal } = options;
  if (signal.aborted) return;
  const entries = (await readDirectoryInside(fence, join(fence.root, position.relative))) ?? [];
  const hasRules = position.depth > 0 && entries.some((entry) => IGNORE_FILES.includes(entry.name));
  const layers = hasRules ? await addIgnoreLayer(fence, position.layers, position.relative) : position.layers;
  for (const entry of entries) {
    if (signal.aborted) return;
    const walked = toWalked(fence, { ...position, layers }, entry);
    if (!isIncluded(options, walked, entry.name)) continue;
    yield walked;
    if (!shouldDescend(options, walked)) continue;
    yield* walkDirectory(options, { relative: walked.relative, depth: walked.depth, layers });
  }
}

function toWalked(fence: Fence, position: WalkPosition, entry: Dirent): WalkedEntry {
  const path = position.relative === "" ? entry.name : `${position.relative}/${entry.name}`;
  const kind = entryKind(entry);
  return {
    relative: path,
    absolute: join(fence.root, path),
    kind,
    ignored: isIgnored(position.layers, path, kind === "directory"),
    depth: position.depth + 1,
  };
}

function isIncluded(options: WalkOptions, walked: WalkedEntry, name: string): boolean {
  if (name === ".git" || refusalReason(options.fence, walked.absolute, "read") !== undefined) return false;
  if (walked.ignored && !options.includeIgnored) return false;
  return options.includeHidden || !name.startsWith(".");
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

import type { Dirent } from "node:fs";
import { join } from "node:path";
import { type Fence, whyRefused } from "./fence.ts";
import { addIgnoreLayer, IGNORE_FILES, type IgnoreLayer, ignoreLayersOf, isIgnored } from "./ignore-rules.ts";
import { readDirectoryInside } from "./open-inside.ts";

export type WalkedEntry = {
  /** Relative to the project folder, with `/`. */
  readonly relative: string;
  readonly absolute: string;
  readonly kind: "file" | "directory" | "link" | "other";
  readonly ignored: boolean;
  /** 1 for the entries of the directory the walk began in. */
  readonly depth: number;
};

export type WalkOptions = {
  readonly fence: Fence;
  /** Where to begin, relative to the project folder; "" for the folder itself. */
  readonly from: string;
  readonly includeHidden: boolean;
  /** Whether ignored entries are given too. */
  readonly includeIgnored: boolean;
  /** Default true: what lies below an ignored directory is given when ignored entries are. */
  readonly descendIgnored?: boolean;
  readonly maxDepth?: number;
  readonly signal: AbortSignal;
};

/**
 * Everything below a directory in name order, parents before children. Links are given but not followed, git's own data and what tools may
 * not reach are left out, `.gitignore` and `.ignore` of every level hold. Ends early when the signal is aborted.
 */
export async function* walk(options: WalkOptions): AsyncGenerator<WalkedEntry> {
  yield* walkDirectory(options, {
    relative: options.from,
    depth: 0,
    layers: await ignoreLayersOf(options.fence, options.from),
  });
}

/** `layers` are those of the directories above; where the walk begins its own are among them. */
type Place = { readonly relative: string; readonly depth: number; readonly layers: readonly IgnoreLayer[] };

async function* walkDirectory(options: WalkOptions, place: Place): AsyncGenerator<WalkedEntry> {
  const { fence, signal } = options;
  if (signal.aborted) return;
  const entries = (await readDirectoryInside(fence, join(fence.root, place.relative))) ?? [];
  const hasRules = place.depth > 0 && entries.some((entry) => IGNORE_FILES.includes(entry.name));
  const layers = hasRules ? await addIgnoreLayer(fence, place.layers, place.relative) : place.layers;
  for (const entry of entries) {
    if (signal.aborted) return;
    const found = toWalked(fence, { ...place, layers }, entry);
    if (!isWanted(options, found, entry.name)) continue;
    yield found;
    if (!isEntered(options, found)) continue;
    yield* walkDirectory(options, { relative: found.relative, depth: found.depth, layers });
  }
}

function toWalked(fence: Fence, place: Place, entry: Dirent): WalkedEntry {
  const path = place.relative === "" ? entry.name : `${place.relative}/${entry.name}`;
  const kind = kindOf(entry);
  return {
    relative: path,
    absolute: join(fence.root, path),
    kind,
    ignored: isIgnored(place.layers, path, kind === "directory"),
    depth: place.depth + 1,
  };
}

function isWanted(options: WalkOptions, found: WalkedEntry, name: string): boolean {
  if (name === ".git" || whyRefused(options.fence, found.absolute, "read") !== undefined) return false;
  if (found.ignored && !options.includeIgnored) return false;
  return options.includeHidden || !name.startsWith(".");
}

function isEntered(options: WalkOptions, found: WalkedEntry): boolean {
  if (found.kind !== "directory" || found.depth >= (options.maxDepth ?? Infinity)) return false;
  return !found.ignored || (options.descendIgnored ?? true);
}

function kindOf(entry: Dirent): WalkedEntry["kind"] {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "directory";
  return entry.isSymbolicLink() ? "link" : "other";
}

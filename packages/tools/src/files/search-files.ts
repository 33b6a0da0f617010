import { join } from "node:path";
import { GREP_BATCH_CHARACTERS, GREP_PARALLEL_READS, WALK_MAX_ENTRIES } from "../tunables.ts";
import type { Fence } from "../workspace/fence.ts";
import type { FoundLines, LineSearch } from "../bounded/pattern-thread.ts";
import { openDirectoryInside } from "../workspace/open-inside.ts";
import type { PathPatterns } from "../workspace/path-patterns.ts";
import { walk } from "../workspace/walk.ts";
import { readSearchableText } from "./searchable-text.ts";

export type SearchRequest = {
  readonly fence: Fence;
  /** A file or directory relative to the project folder; "" for the folder itself. */
  readonly from: string;
  readonly pattern: { readonly source: string; readonly flags: string };
  readonly patterns: PathPatterns;
  readonly excerpt: LineSearch["excerpt"];
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  /** The search stops when there are more matching lines than this; this many are returned. */
  readonly maxMatches: number;
  readonly signal: AbortSignal;
};

export type SearchResult = {
  readonly files: readonly ({ readonly path: string } & FoundLines)[];
  readonly tooLarge: readonly string[];
  /** Files with further names, perhaps outside of the folder. */
  readonly linked: readonly string[];
  /** The reason the search stopped early, or "no". */
  readonly stopped: "no" | "enough" | "entries" | "too_slow" | "cancelled";
};

type Candidate = { readonly relative: string; readonly absolute: string };
type Loaded = { readonly path: string; readonly text: string };
type Skipped = { readonly tooLarge: string[]; readonly linked: string[] };

/** Searches files line by line, in path order, in the pattern thread. */
export async function searchFiles(request: SearchRequest): Promise<SearchResult> {
  const { pattern, maxMatches, excerpt, patterns } = request;
  const search: LineSearch = { ...pattern, excerpt, maxPerText: maxMatches + 1 };
  const files: ({ path: string } & FoundLines)[] = [];
  const skipped: Skipped = { tooLarge: [], linked: [] };
  let room = maxMatches;
  for await (const batch of readBatches(request, skipped)) {
    if (batch === "entries") return { files, ...skipped, stopped: "entries" };
    const found = await patterns.lines(
      search,
      batch.map((file) => file.text),
    );
    if (found.kind !== "answer") return { files, ...skipped, stopped: found.kind };
    for (const [index, { path }] of batch.entries()) {
      const inFile = found.value[index];
      if (inFile === undefined || inFile.matches === 0) continue;
      if (room > 0) files.push({ path, ...firstMatches(inFile, room, excerpt?.context ?? 0) });
      room -= inFile.matches;
    }
    if (room < 0) return { files, ...skipped, stopped: "enough" };
  }
  return { files, ...skipped, stopped: request.signal.aborted ? "cancelled" : "no" };
}

/** Keeps the first `count` matches with their context. */
function firstMatches(found: FoundLines, count: number, context: number): FoundLines {
  if (found.matches <= count) return found;
  const [last, dropped] = found.lines.filter((line) => line.isMatch).slice(count - 1);
  const end = Math.min((last?.number ?? 0) + context, (dropped?.number ?? Infinity) - 1);
  return { matches: count, lines: found.lines.filter(({ number }) => number <= end) };
}

/** Reads files concurrently and combines them into batches large enough for the worker thread. */
async function* readBatches(
  request: SearchRequest,
  skipped: Skipped,
): AsyncGenerator<readonly Loaded[] | "entries"> {
  let batch: Loaded[] = [];
  let characters = 0;
  for await (const group of groupCandidates(findCandidates(request), GREP_PARALLEL_READS)) {
    const reads = await Promise.all(
      group.files.map((file) => readSearchableText(request.fence, file.absolute)),
    );
    for (const [index, file] of group.files.entries()) {
      const read = reads[index];
      if (read?.kind === "too_large") skipped.tooLarge.push(file.relative);
      if (read?.kind === "linked") skipped.linked.push(file.relative);
      if (read?.kind !== "text") continue;
      batch.push({ path: file.relative, text: read.text });
      characters += read.text.length;
    }
    if (characters < GREP_BATCH_CHARACTERS && !group.isIncomplete) continue;
    yield batch;
    batch = [];
    characters = 0;
    if (group.isIncomplete) yield "entries";
  }
  if (batch.length > 0) yield batch;
}

type Group = { readonly files: readonly Candidate[]; readonly isIncomplete: boolean };

async function* groupCandidates(
  candidates: AsyncGenerator<Candidate | "entries">,
  size: number,
): AsyncGenerator<Group> {
  let files: Candidate[] = [];
  for await (const candidate of candidates) {
    if (candidate === "entries") {
      yield { files, isIncomplete: true };
      return;
    }
    files.push(candidate);
    if (files.length < size) continue;
    yield { files, isIncomplete: false };
    files = [];
  }
  if (files.length > 0) yield { files, isIncomplete: false };
}

async function* findCandidates(request: SearchRequest): AsyncGenerator<Candidate | "entries"> {
  const { fence, from } = request;
  const absolute = join(fence.root, from);
  const directory = await openDirectoryInside(fence, absolute, "read");
  if (!directory.ok) {
    // An explicitly named file is searched regardless of ignore files, as in ripgrep.
    yield { relative: from, absolute };
    return;
  }
  await directory.handle.close();
  let examined = 0;
  for await (const entry of walk(request)) {
    examined += 1;
    if (examined > WALK_MAX_ENTRIES) yield "entries";
    if (entry.kind === "file" && entry.matches) yield { relative: entry.relative, absolute: entry.absolute };
  }
}

import { join } from "node:path";
import { GREP_BATCH_CHARACTERS, GREP_PARALLEL_READS, WALK_MAX_ENTRIES } from "../tunables.ts";
import type { Fence } from "../workspace/fence.ts";
import { openDirectoryInside } from "../workspace/open-inside.ts";
import { walk } from "../workspace/walk.ts";
import { startSearchThread } from "./search-thread.ts";
import { readSearchableText } from "./searchable-text.ts";

export type SearchRequest = {
  readonly fence: Fence;
  /** A file or directory relative to the project folder; "" for the folder itself. */
  readonly from: string;
  readonly pattern: { readonly source: string; readonly flags: string };
  /** Receives the path relative to `from`. */
  readonly matchesGlob: (path: string) => boolean;
  readonly includeHidden: boolean;
  readonly includeIgnored: boolean;
  /** The search stops when there are more matching lines than this; this many are returned. */
  readonly maxMatches: number;
  readonly batchTimeLimitMs: number;
  readonly signal: AbortSignal;
};

export type SearchResult = {
  readonly files: readonly {
    readonly path: string;
    readonly text: string;
    readonly lines: readonly number[];
  }[];
  readonly tooLarge: readonly string[];
  /** The reason the search stopped early, or "no". */
  readonly stopped: "no" | "enough" | "entries" | "too_slow" | "cancelled";
};

type Candidate = { readonly relative: string; readonly absolute: string };
type Loaded = { readonly path: string; readonly text: string };

/** Searches files line by line, in path order, in a worker thread. */
export async function searchFiles(request: SearchRequest): Promise<SearchResult> {
  const thread = startSearchThread({
    ...request.pattern,
    maxPerText: request.maxMatches + 1,
    timeLimitMs: request.batchTimeLimitMs,
    signal: request.signal,
  });
  const files: { path: string; text: string; lines: readonly number[] }[] = [];
  const tooLarge: string[] = [];
  let room = request.maxMatches;
  try {
    for await (const batch of readBatches(request, tooLarge)) {
      if (batch === "entries") return { files, tooLarge, stopped: "entries" };
      const outcome = await thread.search(batch.map((file) => file.text));
      if (outcome.kind !== "found") return { files, tooLarge, stopped: outcome.kind };
      const matched = batch
        .map((file, index) => ({ ...file, lines: outcome.lines[index] ?? [] }))
        .filter((file) => file.lines.length > 0);
      for (const file of matched) {
        files.push({ ...file, lines: file.lines.slice(0, Math.max(0, room)) });
        room -= file.lines.length;
      }
      if (room < 0)
        return { files: files.filter((file) => file.lines.length > 0), tooLarge, stopped: "enough" };
    }
    return { files, tooLarge, stopped: request.signal.aborted ? "cancelled" : "no" };
  } finally {
    await thread.close();
  }
}

/** Reads files concurrently and combines them into batches large enough for the worker thread. */
async function* readBatches(
  request: SearchRequest,
  tooLarge: string[],
): AsyncGenerator<readonly Loaded[] | "entries"> {
  let batch: Loaded[] = [];
  let characters = 0;
  for await (const group of groupCandidates(findCandidates(request), GREP_PARALLEL_READS)) {
    const reads = await Promise.all(
      group.files.map((file) => readSearchableText(request.fence, file.absolute)),
    );
    for (const [index, file] of group.files.entries()) {
      const read = reads[index];
      if (read?.kind === "too_large") tooLarge.push(file.relative);
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
    const inner = from === "" ? entry.relative : entry.relative.slice(from.length + 1);
    if (entry.kind === "file" && request.matchesGlob(inner))
      yield { relative: entry.relative, absolute: entry.absolute };
  }
}

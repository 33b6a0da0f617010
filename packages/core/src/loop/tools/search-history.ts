import { createHistorySearch } from "../../compaction/history-search.ts";
import type { Entry } from "../../log/entry.ts";
import type { HistoryHit } from "../../ports/tool.ts";
import { SEARCHED_ENTRIES } from "../../tunables.ts";
import type { RunContext } from "../run-context.ts";

type SearchedRun = Pick<RunContext, "trace" | "ports" | "history" | "writer" | "signal" | "readPages">;

/**
 * Searches the conversation up to the last commit: this turn and those before it, with the originals of shortened results. Reads the log
 * piece by piece and keeps nothing of it.
 */
export async function searchHistory(context: SearchedRun, query: string): Promise<readonly HistoryHit[]> {
  const { trace, ports, history, writer, signal, readPages } = context;
  const { workspaceId, personId } = trace;
  const scope = { workspaceId, personId };
  const search = createHistorySearch(query, history.view);
  for await (const page of readPages({ ...trace, ...writer.projection }, { after: 0 })) {
    for (let from = 0; from < page.length; from += SEARCHED_ENTRIES) {
      if (signal.aborted) return [];
      const entries = page.slice(from, from + SEARCHED_ENTRIES);
      const blobs = await ports.blobs.getMany(scope, entries.flatMap(spilledBlob));
      const texts = new Map(
        blobs.flatMap((blob) => (blob.encoding === "utf8" ? [[blob.sha256, blob.text]] : [])),
      );
      for (const entry of entries) search.add(entry, texts.get(spilledBlob(entry)[0] ?? ""));
    }
  }
  return search.hits();
}

function spilledBlob(entry: Entry): readonly string[] {
  return entry.kind === "event" && entry.type === "result.spilled" ? [entry.data.blob] : [];
}

import type { ReplayStep } from "@goaltrace/core/compaction";
import { createHistorySearch } from "../../packages/core/src/compaction/history-search.ts";
import { resultRoom } from "../../packages/core/src/compaction/result-room.ts";
import { windowBudget } from "../../packages/core/src/compaction/window-budget.ts";
import { messageText } from "../../packages/core/src/context/extract.ts";
import { hitsPage } from "../../packages/core/src/tools/search-history.ts";

/** Characters of a query that the tool accepts. */
const MAX_QUERY = 4_000;

/**
 * Returns what an agent reads that searches the conversation twice: for the words of the title of its goal and of the newest message, then for the
 * hits after those.
 */
export function searchTwice(
  { view, entries, blobs, state, fixedTokens }: ReplayStep,
  window: number,
): string {
  const goal =
    state.goals.focusId === state.goals.rootId ? undefined : state.goals.goals.get(state.goals.focusId);
  const newest = view.users.at(-1);
  const words = [goal?.title ?? "", newest === undefined ? "" : messageText(newest)].join(" ").trim();
  if (words === "") return "";
  const search = createHistorySearch(words.slice(0, MAX_QUERY), view);
  for (const entry of entries) {
    const original =
      entry.kind === "event" && entry.type === "result.spilled" ? blobs.get(entry.data.blob) : undefined;
    if (original === undefined) search.add(entry);
    else search.add(entry, original);
  }
  const room = {
    tokens: resultRoom(view, windowBudget(window), { fixedTokens, calls: 1 }),
    count: (text: string) => view.tokenizer.count(text),
  };
  const hits = search.hits();
  const first = hitsPage(hits, 0, room).output;
  const skip = /More with skip=(\d+)/u.exec(first)?.[1];
  return skip === undefined ? first : `${first}\n${hitsPage(hits, Number(skip), room).output}`;
}

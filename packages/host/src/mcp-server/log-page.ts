import type { Entry, Trace } from "@goaltrace/core/log";
import { readLogPages } from "@goaltrace/core/reading";
import type { McpContext } from "./mcp-tool.ts";
import { type PagedEntry, toPagedEntry } from "./paged-entry.ts";
import { LOG_PAGE_CHARACTERS } from "./tunables.ts";

/** Which entries of a log a page holds: those after `after` that `includes` accepts, at most `limit`, none beyond `last`. */
export type LogPageRequest = {
  readonly after: number;
  readonly limit: number;
  readonly last: number;
  readonly includes: (entry: Entry) => boolean;
};

/** Reads one page of a log. A page also ends before it becomes too long, but has at least one entry. `nextAfter` is null on the last page. */
export async function readLogPage(
  { services, scope, signal }: McpContext,
  trace: Trace,
  { after, limit, last, includes }: LogPageRequest,
): Promise<{ readonly entries: readonly PagedEntry[]; readonly nextAfter: number | null }> {
  const entries: PagedEntry[] = [];
  let characters = 0;
  for await (const page of readLogPages({ traces: services.stores.traces, scope }, trace, { after })) {
    signal.throwIfAborted();
    for (const entry of page) {
      if (entry.sequence > last) return { entries, nextAfter: null };
      if (!includes(entry)) continue;
      const shown = toPagedEntry(entry);
      characters += JSON.stringify(shown).length;
      const isFull = entries.length === limit || (entries.length > 0 && characters > LOG_PAGE_CHARACTERS);
      if (isFull) return { entries, nextAfter: entries.at(-1)?.sequence ?? after };
      entries.push(shown);
    }
  }
  return { entries, nextAfter: null };
}

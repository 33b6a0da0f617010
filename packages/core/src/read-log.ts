import type { Entry } from "./log/entry.ts";
import { resolveLog } from "./log/fork.ts";
import type { Trace } from "./log/trace.ts";
import type { Scope } from "./ports/scope.ts";
import type { TraceStore } from "./ports/trace-store.ts";

const PAGE = 1_000;

/** All entries of a resolved log in order: the shared prefix by reference, then the trace's own (M4). Errors: as `resolveLog`. */
export async function readLog(store: TraceStore, scope: Scope, trace: Trace): Promise<readonly Entry[]> {
  const entries: Entry[] = [];
  for (const segment of await resolveLog(async (traceId) => await store.get(scope, traceId), trace)) {
    let after = segment.from - 1;
    while (after < segment.to) {
      const page = await store.entries(scope, segment.traceId, { after, until: segment.to, limit: PAGE });
      const last = page.at(-1);
      if (last === undefined) break;
      for (const entry of page) entries.push(entry);
      after = last.sequence;
    }
  }
  return entries;
}

import type { Scope } from "@goaltrace/core";
import { exportLines, ownedBy } from "@goaltrace/core/log";
import type { Trace } from "@goaltrace/core/log";
import type { VisibleStores } from "@goaltrace/host";
import { readLogPages } from "./read-log.ts";

const HASH = /\b[0-9a-f]{64}\b/g;

/**
 * A trace as the lines of a file that stands by itself: the header first, then pages of entries, each after the blobs it is the first to
 * name. What a run continues is part of its file, as if it had begun there (M4), so that a file can be read where its origin is not.
 */
export async function* traceLines(
  stores: Pick<VisibleStores, "traces" | "blobs">,
  scope: Scope,
  trace: Trace,
): AsyncGenerator<string, void> {
  const whole: Trace = { ...trace, origin: null };
  yield* exportLines({ trace: whole, blobs: [], entries: [] });
  const sent = new Set<string>();
  for await (const page of readLogPages({ traces: stores.traces, scope }, trace, { after: 0 })) {
    const entries = page.map((entry) => ownedBy(entry, trace.id));
    const named = [...new Set(JSON.stringify(entries).match(HASH))].filter((hash) => !sent.has(hash));
    for (const hash of named) sent.add(hash);
    const blobs = await stores.blobs.getMany(scope, named);
    const [, ...lines] = exportLines({ trace: whole, blobs, entries });
    yield* lines;
  }
}

import type { Entry, EventOf } from "@goaltrace/core/log";
import type { ProfileText, Scope } from "@goaltrace/core/ports";
import { readProfileVersions } from "@goaltrace/core/profile";
import { readEntries, readTrace } from "@goaltrace/core/reading";
import type { Runtime } from "../runtime.ts";

/** The profile files in the context of a call. `sequence`: the entry of the log that put them there. */
export type ProfileOfRun = {
  readonly sequence: number;
  readonly files: readonly Pick<ProfileText, "file" | "day" | "version">[];
};

/** Reads which versions of the profile files a run had at an entry; null for one without any. Errors: NOT_FOUND. */
export async function profileOfRun(
  { stores }: Pick<Runtime, "stores">,
  scope: Scope,
  { traceId, sequence }: { readonly traceId: string; readonly sequence: number },
): Promise<ProfileOfRun | null> {
  const reader = { traces: stores.traces, scope };
  const log = await readEntries(reader, await readTrace(reader, traceId), { after: 0 });
  const set = log.findLast((entry) => isProfile(entry) && entry.sequence <= sequence) ?? log.find(isProfile);
  if (set === undefined || !isProfile(set)) return null;
  const files = readProfileVersions(set.data.source);
  return files.length === 0 ? null : { sequence: set.sequence, files };
}

function isProfile(entry: Entry): entry is EventOf<"context.set"> {
  return entry.kind === "event" && entry.type === "context.set" && entry.data.slot === "profile";
}

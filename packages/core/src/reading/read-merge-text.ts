import { GoaltraceError } from "../errors.ts";
import type { Trace } from "../log/trace.ts";
import type { ContentReader } from "./log-reader.ts";
import { readEntries } from "./read-log.ts";
import { readBlobText } from "./read-original.ts";

/** A text of a merge: the diff of all changes (`null`), or the sub-agent's version of the n-th path that was not merged. */
export type MergeTextRequest = { readonly sequence: number; readonly file: number | null };

/** Returns a text of a `child.merged`. Errors: NOT_FOUND when the entry is another, or has no such text. */
export async function readMergeText(
  reader: ContentReader,
  trace: Trace,
  { sequence, file }: MergeTextRequest,
): Promise<string> {
  const [entry] = await readEntries(reader, trace, { after: sequence - 1, limit: 1 });
  if (entry?.kind !== "event" || entry.type !== "child.merged") throw notFound();
  const { diffBlob, files } = entry.data;
  const blob = file === null ? diffBlob : (files[file]?.versionBlob ?? null);
  if (blob === null) throw notFound();
  return await readBlobText(reader, blob);
}

function notFound(): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message: "This text of a merge is not stored.",
    fix: "Select the merge of a sub-agent in the run of its parent.",
  });
}

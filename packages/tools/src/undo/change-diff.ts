import { decodeText, detectEncoding } from "../files/text-encoding.ts";
import { lineChanges } from "../files/line-changes.ts";
import type { PathChange, PathContent } from "./folder-state.ts";

/** A change of a path in lines. `diff` is in the form of git, even when it has no lines; null when too long to show. */
export type ChangeDiff = { readonly added: number; readonly removed: number; readonly diff: string | null };

/** The bytes of both versions; undefined for one that is gone. */
export type ChangedBytes = {
  readonly before: Buffer | undefined;
  readonly after: Buffer | undefined;
};

/** Returns what a change did, as `git diff` shows it. Binary files have no lines. */
export function changeDiff({ path, before, after }: PathChange, bytes: ChangedBytes): ChangeDiff {
  const head = [`diff --git a/${path} b/${path}`, ...modeLines(before, after)];
  const old = toText(before, bytes.before);
  const now = toText(after, bytes.after);
  if (old === now) return { added: 0, removed: 0, diff: `${head.join("\n")}\n` };
  if (old === null || now === null)
    return { added: 0, removed: 0, diff: [...head, `Binary file ${path} differs`, ""].join("\n") };
  const { added, removed, diff } = lineChanges(path, old, now);
  // The library begins with a line of its own.
  const lines = diff?.replace(/^=+\n/u, "");
  return { added, removed, diff: lines === undefined ? null : `${head.join("\n")}\n${lines}` };
}

const KIND_BITS = { file: 0o100000, link: 0o120000, directory: 0o040000 } as const;

function modeLines(before: PathContent | null, after: PathContent | null): readonly string[] {
  const mode = ({ kind, mode: bits }: PathContent): string => (KIND_BITS[kind] | bits).toString(8);
  if (before === null) return after === null ? [] : [`new file mode ${mode(after)}`];
  if (after === null) return [`deleted file mode ${mode(before)}`];
  return mode(before) === mode(after) ? [] : [`old mode ${mode(before)}`, `new mode ${mode(after)}`];
}

/** Null for content that is not text. */
function toText(content: PathContent | null, bytes: Buffer | undefined): string | null {
  if (content === null || content.kind === "directory") return "";
  if (bytes === undefined) return null;
  const encoding = detectEncoding(bytes, true);
  return encoding === null ? null : decodeText(bytes, encoding);
}

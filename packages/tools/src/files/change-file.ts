import type { ToolContext, ToolResult } from "@goaltrace/core";
import type { FileVersion } from "@goaltrace/core/log";
import { errorResult } from "@goaltrace/core/tools";
import type { BigIntStats } from "node:fs";
import { readBounded } from "../bounded/read-bounded.ts";
import { MAX_CHANGED_FILE_BYTES } from "../tunables.ts";
import { openFileInside } from "../workspace/open-inside.ts";
import { type InsidePath, resolveInside } from "../workspace/root.ts";
import { writeInside } from "../workspace/write-inside.ts";
import { contentBlob, hashOfBytes } from "./content-blob.ts";
import { lineChanges } from "./line-changes.ts";
import { decodeText, detectEncoding } from "./text-encoding.ts";

/** A file about to be changed. `before` is null when it does not exist yet. */
export type ChangeTarget = {
  readonly path: InsidePath;
  readonly before: { readonly bytes: Buffer; readonly stat: BigIntStats } | null;
};

export type LoadResult =
  | { readonly ok: true; readonly target: ChangeTarget }
  | { readonly ok: false; readonly message: string };

const READ_ONLY_MODE = 0o222n;

/**
 * Loads a file for a change. Succeeds only when this trace has read the current content, or when the content equals `newContent`: a write
 * repeated after a crash finds its own result.
 */
export async function loadForChange(
  context: ToolContext,
  path: string,
  newContent?: Buffer,
): Promise<LoadResult> {
  const resolved = await resolveInside(context, path, "write");
  if (!resolved.ok) return resolved;
  if (resolved.relative === ".")
    return { ok: false, message: "This is the project folder itself. Name a file in it." };
  if (resolved.missing.length > 0) return { ok: true, target: { path: resolved, before: null } };
  const opened = await openFileInside(resolved.fence, resolved.absolute, "write");
  if (!opened.ok) return opened;
  try {
    const stat = await opened.handle.stat({ bigint: true });
    if ((stat.mode & READ_ONLY_MODE) === 0n) return { ok: false, message: "The file is read-only." };
    const bytes = await readBounded(opened.handle, MAX_CHANGED_FILE_BYTES);
    if (bytes === undefined) {
      return {
        ok: false,
        message: `The file is larger than ${String(MAX_CHANGED_FILE_BYTES)} bytes, so this tool cannot change it.`,
      };
    }
    const message =
      newContent?.equals(bytes) === true
        ? undefined
        : staleProblem(context.files.lastHash(resolved.relative), hashOfBytes(bytes));
    return message === undefined
      ? { ok: true, target: { path: resolved, before: { bytes, stat } } }
      : { ok: false, message };
  } finally {
    await opened.handle.close();
  }
}

/** Writes the new content, stores both versions as blobs, records `file.changed` and returns a summary of the change. */
export async function changeFile(
  context: ToolContext,
  target: ChangeTarget,
  after: Buffer,
): Promise<ToolResult> {
  const path = target.path.relative;
  const before = target.before;
  const title = `${before === null ? "Create" : "Change"} ${path}`;
  if (after.length > MAX_CHANGED_FILE_BYTES) {
    return errorResult(
      title,
      `The new content is larger than ${String(MAX_CHANGED_FILE_BYTES)} bytes. Nothing was written.`,
    );
  }
  const beforeBlob = before === null ? null : contentBlob(before.bytes, "text/plain");
  const afterBlob = contentBlob(after, "text/plain");
  if (beforeBlob?.sha256 === afterBlob.sha256) {
    context.files.remember(path, afterBlob.sha256);
    return {
      title: `${path} unchanged`,
      output: `"${path}" already has exactly this content. Nothing was written.`,
      metadata: { path, sha256: afterBlob.sha256 },
    };
  }
  const withheld: FileVersion[] = [];
  // The blob must be durable before the disk changes: without the previous version a change could not be undone.
  if (before !== null && beforeBlob !== null)
    if (bytesHoldSecret(context, before.bytes)) {
      withheld.push("before");
      // Sealed, it can still be undone; only the log must not show it.
      await context.versions?.keep({ sha256: beforeBlob.sha256, bytes: before.bytes });
    } else await context.blobs.put(context.scope, beforeBlob);
  if (bytesHoldSecret(context, after)) withheld.push("after");
  else await context.blobs.put(context.scope, afterBlob);
  context.signal.throwIfAborted();
  const outcome = await writeInside({
    target: target.path,
    bytes: after,
    expected: before?.stat ?? null,
    uniqueName: context.ids.next(),
  });
  if (!outcome.ok) return errorResult(title, `Cannot write "${path}": ${outcome.message}`);
  const { added, removed, diff } = lineChanges(
    path,
    before === null ? "" : toText(before.bytes),
    toText(after),
  );
  context.record({
    type: "file.changed",
    data: {
      path,
      beforeBlob: beforeBlob?.sha256 ?? null,
      afterBlob: afterBlob.sha256,
      ...(withheld.length === 0 ? {} : { withheld }),
      added,
      removed,
    },
  });
  context.files.remember(path, afterBlob.sha256);
  const counts = `+${String(added)} −${String(removed)}`;
  return {
    title: `${before === null ? "Created" : "Changed"} ${path} (${counts})`,
    output: [
      `${before === null ? "Created" : "Changed"} "${path}" (${counts} lines).`,
      withheldNotice(context.versions === undefined ? withheld : []),
    ].join(""),
    metadata: { path, sha256: afterBlob.sha256, added, removed, diff },
  };
}

/** Returns a notice for people and the model when the change cannot be undone. */
function withheldNotice(withheld: readonly FileVersion[]): string {
  if (withheld.length === 0) return "";
  return ` The file's version ${withheld.join(" and ")} the change contains a known secret and is not stored, so this change cannot be undone from the log.`;
}

/** Returns why a file with this content must be read first; undefined when the trace knows it. */
function staleProblem(rememberedHash: string | undefined, actual: string): string | undefined {
  if (rememberedHash === undefined)
    return "The file exists and has not been read in this run. Read it with read_file first.";
  if (rememberedHash !== actual)
    return "The file has changed on disk since it was read. Read it again with read_file, then repeat the change.";
  return undefined;
}

/** Checks the text in the file's own encoding, and the raw bytes for binary files. */
function bytesHoldSecret(context: ToolContext, bytes: Buffer): boolean {
  return context.containsSecret(toText(bytes)) || context.containsSecret(bytes.toString("latin1"));
}

/** For counting lines and finding secrets only: binary content counts as one line. */
function toText(bytes: Buffer): string {
  const encoding = detectEncoding(bytes, true);
  return encoding === null ? `[binary, ${String(bytes.length)} bytes]\n` : decodeText(bytes, encoding);
}

import { GoaltraceError } from "@goaltrace/core";
import type { BlobStore, Scope, TraceStore } from "@goaltrace/core";
import type { Entry, Message, Trace } from "@goaltrace/core/log";
import { readEntries } from "./read-log.ts";

type Reader = { readonly traces: TraceStore; readonly blobs: BlobStore; readonly scope: Scope };

/** The whole of a message, whatever requests showed of it. */
export type Original = {
  readonly text: string;
  /** True when the log holds a preview only and the whole lies in the blob store. */
  readonly spilled: boolean;
};

/** A result follows its `result.spilled` after at most the events of the calls that ran beside it. */
const NEAR = 300;

/** The original of a message in full: of a spilled result every byte, of anything else what the log says. Errors: NOT_FOUND. */
export async function readOriginal(reader: Reader, trace: Trace, sequence: number): Promise<Original> {
  const after = Math.max(0, sequence - NEAR);
  const entries = await readEntries(reader, trace, { after, limit: sequence - after });
  const entry = entries.find((one) => one.sequence === sequence);
  if (entry?.kind === "event" && entry.type === "result.spilled")
    return { text: await blobText(reader, entry.data.blob), spilled: true };
  if (entry?.kind !== "message") throw notFound(`Entry ${sequence} is no message.`);
  const blob = entry.role === "tool" ? spilledBlob(entries, entry.toolCallId) : undefined;
  if (blob !== undefined) return { text: await blobText(reader, blob), spilled: true };
  return { text: textOf(entry), spilled: false };
}

/** A text that a compaction names by hash. Errors: NOT_FOUND. */
export async function blobText(reader: Pick<Reader, "blobs" | "scope">, sha256: string): Promise<string> {
  const blob = await reader.blobs.get(reader.scope, sha256);
  if (blob?.encoding === "utf8") return blob.text;
  throw notFound("The text is no longer stored.");
}

function spilledBlob(entries: readonly Entry[], toolCallId: string): string | undefined {
  const spilled = entries.findLast(
    (entry) =>
      entry.kind === "event" && entry.type === "result.spilled" && entry.data.toolCallId === toolCallId,
  );
  return spilled?.kind === "event" && spilled.type === "result.spilled" ? spilled.data.blob : undefined;
}

function textOf(message: Message): string {
  switch (message.role) {
    case "user":
      return message.parts.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n\n");
    case "assistant":
      return [message.text, ...message.toolCalls.map((call) => `${call.name} ${call.arguments}`)]
        .filter((text) => text !== "")
        .join("\n\n");
    case "tool":
      return message.output;
  }
}

function notFound(message: string): GoaltraceError {
  return new GoaltraceError({
    code: "NOT_FOUND",
    message,
    fix: "Select a message of this run; what was erased can't be shown.",
  });
}

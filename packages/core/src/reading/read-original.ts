import { GoaltraceError } from "../errors.ts";
import type { Entry } from "../log/entry.ts";
import type { Message } from "../log/message.ts";
import type { Trace } from "../log/trace.ts";
import { SPILL_READ_ENTRIES } from "../tunables.ts";
import type { ContentReader } from "./log-reader.ts";
import { readEntries } from "./read-log.ts";

/** A message in full, even if requests showed only part of it. */
export type Original = {
  readonly text: string;
  /** True when the log holds only a preview and the full text is in the blob store. */
  readonly spilled: boolean;
};

/**
 * Returns the full text of a message: the complete output of a spilled result, otherwise the text in the log. Errors: NOT_FOUND when the
 * entry is not a message or its blob was erased.
 */
export async function readOriginal(reader: ContentReader, trace: Trace, sequence: number): Promise<Original> {
  const after = Math.max(0, sequence - SPILL_READ_ENTRIES);
  const entries = await readEntries(reader, trace, { after, limit: sequence - after });
  const entry = entries.find((candidate) => candidate.sequence === sequence);
  if (entry?.kind === "event" && entry.type === "result.spilled")
    return { text: await readBlobText(reader, entry.data.blob), spilled: true };
  if (entry?.kind !== "message") throw notFound(`Entry ${sequence} is not a message.`);
  const blob = entry.role === "tool" ? spilledBlob(entries, entry.toolCallId) : undefined;
  if (blob !== undefined) return { text: await readBlobText(reader, blob), spilled: true };
  return { text: messageText(entry), spilled: false };
}

/** Returns the text of a blob. Errors: NOT_FOUND when it was erased or is binary. */
export async function readBlobText(
  { blobs, scope }: Pick<ContentReader, "blobs" | "scope">,
  sha256: string,
): Promise<string> {
  const blob = await blobs.get(scope, sha256);
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

function messageText(message: Message): string {
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
    fix: "Select a message of this run; erased content can't be shown.",
  });
}

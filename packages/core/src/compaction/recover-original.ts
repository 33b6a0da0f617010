import { createOriginals } from "./find-original.ts";
import { messageSequence, searchedText } from "./history-search.ts";
import type { ReplayStep } from "./replay-transcript.ts";

/** Returns the full text behind an id that a view of the replay shows, or that a search returns; undefined for any other id. */
export function recoverOriginal(
  { entries, blobs }: Pick<ReplayStep, "entries" | "blobs">,
  id: string,
): string | undefined {
  const sequence = messageSequence(id);
  const message = entries.find((entry) => entry.sequence === sequence);
  if (message?.kind === "message" && message.role !== "tool") return searchedText(message);
  const originals = createOriginals();
  for (const entry of entries) originals.add(entry);
  const original = originals.find(
    message?.kind === "message" && message.role === "tool" ? message.toolCallId : id.trim(),
  );
  return original?.kind === "text" ? original.text : blobs.get(original?.sha256 ?? "");
}

import type { Entry } from "../log/entry.ts";
import { SHORT_ID_LENGTH } from "../context/short-id.ts";

/** The location of a full text that the view shows only in part: in the log itself or in a blob. */
export type Original =
  | { readonly kind: "text"; readonly text: string; readonly title: string }
  | { readonly kind: "blob"; readonly sha256: string; readonly title: string };

/** An index of one log's originals by the ids in markers and placeholders. Ids of other logs are not found. */
export type Originals = { add(entry: Entry): void; find(id: string): Original | undefined };

/** Creates an empty index. An id is a tool call id, a blob hash, or the hash's first 16 digits. */
export function createOriginals(): Originals {
  const originals = new Map<string, Original>();
  const spilled = new Map<string, string>();
  const addBlob = (sha256: string, title: string): void => {
    if (sha256 === "") return;
    originals.set(sha256, { kind: "blob", sha256, title });
    originals.set(sha256.slice(0, SHORT_ID_LENGTH), { kind: "blob", sha256, title });
  };
  // A withdrawn result shows memory entries that no longer hold; no one reads it again.
  const forget = (toolCallId: string): void => {
    const sha256 = spilled.get(toolCallId);
    originals.delete(toolCallId);
    if (sha256 === undefined) return;
    originals.delete(sha256);
    originals.delete(sha256.slice(0, SHORT_ID_LENGTH));
  };
  return {
    find: (id) => originals.get(id),
    add(entry) {
      if (entry.kind === "message" && entry.role === "tool") {
        const { toolCallId, toolName: title, output } = entry;
        const sha256 = spilled.get(toolCallId);
        originals.set(
          toolCallId,
          sha256 === undefined ? { kind: "text", text: output, title } : { kind: "blob", sha256, title },
        );
      } else if (entry.kind === "event" && entry.type === "result.spilled") {
        spilled.set(entry.data.toolCallId, entry.data.blob);
        addBlob(entry.data.blob, entry.data.toolName);
      } else if (entry.kind === "event" && entry.type === "child.merged") {
        const { agent, files, diffBlob } = entry.data;
        addBlob(diffBlob ?? "", `changes of ${agent}`);
        for (const { path, versionBlob } of files) addBlob(versionBlob ?? "", `${path} of ${agent}`);
      } else if (entry.kind === "event" && entry.type === "memory.withdrawn") {
        for (const { toolCallId } of entry.data.results) forget(toolCallId);
      } else if (
        entry.kind === "event" &&
        entry.type === "compaction.finished" &&
        entry.data.archiveBlob !== null
      )
        addBlob(entry.data.archiveBlob, "earlier user messages");
    },
  };
}

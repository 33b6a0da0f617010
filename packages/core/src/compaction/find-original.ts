import type { Entry } from "../log/entry.ts";
import { SHORT_ID_LENGTH } from "./spill.ts";

/** Where the whole of something lies that the view shows in part: in the log itself, or in a blob. */
export type Original =
  | { readonly kind: "text"; readonly text: string; readonly title: string }
  | { readonly kind: "blob"; readonly sha256: string; readonly title: string };

/** Finds originals of one log by the ids that markers and placeholders name. What another log holds is not there. */
export type Originals = { add(entry: Entry): void; find(id: string): Original | undefined };

/** An index that is extended as entries come. Ids are those of tool calls, and hashes or their first 16 digits. */
export function createOriginals(): Originals {
  const found = new Map<string, Original>();
  const spilled = new Map<string, string>();
  const addBlob = (sha256: string, title: string): void => {
    if (sha256 === "") return;
    found.set(sha256, { kind: "blob", sha256, title });
    found.set(sha256.slice(0, SHORT_ID_LENGTH), { kind: "blob", sha256, title });
  };
  return {
    find: (id) => found.get(id),
    add(entry) {
      if (entry.kind === "message" && entry.role === "tool") {
        const { toolCallId, toolName: title, output } = entry;
        const sha256 = spilled.get(toolCallId);
        found.set(
          toolCallId,
          sha256 === undefined ? { kind: "text", text: output, title } : { kind: "blob", sha256, title },
        );
      } else if (entry.kind === "event" && entry.type === "result.spilled") {
        spilled.set(entry.data.toolCallId, entry.data.blob);
        addBlob(entry.data.blob, entry.data.toolName);
      } else if (
        entry.kind === "event" &&
        entry.type === "compaction.finished" &&
        entry.data.archiveBlob !== null
      )
        addBlob(entry.data.archiveBlob, "earlier user messages");
    },
  };
}

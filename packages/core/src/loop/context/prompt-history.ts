import { createOriginals, type Originals } from "../../compaction/find-original.ts";
import { createAssembler, type Assembler } from "../../context/assemble.ts";
import { applyToView, createView, type View } from "../../context/view.ts";
import { wireQuirks } from "../../context/wire-quirks.ts";
import type { Entry } from "../../log/entry.ts";
import type { Trace } from "../../log/trace.ts";
import type { BlobStore } from "../../ports/blob-store.ts";
import type { ModelClient } from "../../ports/model-client.ts";
import type { Tokenizer } from "../../ports/tokenizer.ts";
import type { ToolSet } from "../../ports/tool.ts";

/** The history of a run as shown to models: one view and one assembler per set of quirks, all extended entry by entry. */
export type PromptHistory = {
  /** Extends the history by one entry. */
  add(entry: Entry): void;
  readonly view: View;
  /** Full texts of the results that the view shows only in part, by the ids shown to the model. */
  readonly originals: Originals;
  blobText(sha256: string): string | undefined;
  rememberBlob(sha256: string, text: string): void;
  /** Returns the assembler for the quirks of this name. */
  assembler(quirks: string): Assembler;
};

/** Folds the log into a view and loads the blobs whose text requests contain. */
export async function createPromptHistory(options: {
  readonly trace: Trace;
  readonly ports: { readonly blobs: BlobStore; readonly tokenizer: Tokenizer };
  readonly clients: readonly ModelClient[];
  readonly tools: Pick<ToolSet, "find">;
  readonly entries: readonly Entry[];
}): Promise<PromptHistory> {
  const countReasoning = options.clients.some((client) => wireQuirks(client.profile.quirks).sendReasoning);
  const view = createView(options.ports.tokenizer, { countReasoning, tools: options.tools });
  const originals = createOriginals();
  const add = (entry: Entry): void => {
    applyToView(view, entry);
    originals.add(entry);
  };
  for (const entry of options.entries) add(entry);
  const blobs = await loadSentBlobs(options, view);
  const assemblers = new Map<string, Assembler>();
  const assembler = (quirks: string): Assembler => {
    const existing = assemblers.get(quirks);
    if (existing !== undefined) return existing;
    const { sendReasoning, toolCalls } = wireQuirks(quirks);
    const created = createAssembler(
      { sendReasoning, toolCalls, blobText: (sha256) => blobs.get(sha256) },
      view,
    );
    assemblers.set(quirks, created);
    return created;
  };
  return {
    assembler,
    view,
    originals,
    add,
    blobText: (sha256) => blobs.get(sha256),
    rememberBlob: (sha256, text) => void blobs.set(sha256, text),
  };
}

/** Loads the blobs that are sent in full: images, files, the newest summary. */
async function loadSentBlobs(
  options: { readonly trace: Trace; readonly ports: { readonly blobs: BlobStore } },
  view: View,
): Promise<Map<string, string>> {
  const { head } = view;
  const hashes = [
    ...(view.prepared === null ? [] : [view.prepared.textBlob]),
    ...(head === null ? [] : [head.markerBlob, head.attachmentsBlob, head.summaryBlob]),
    ...view.items.flatMap(({ message, recalledBlob }) =>
      recalledBlob !== undefined
        ? [recalledBlob]
        : message.role === "user"
          ? message.parts.flatMap((part) => (part.type === "text" ? [] : [part.blob]))
          : [],
    ),
  ];
  if (hashes.length === 0) return new Map();
  const { workspaceId, personId } = options.trace;
  const blobs = await options.ports.blobs.getMany({ workspaceId, personId }, hashes);
  return new Map(blobs.map((blob) => [blob.sha256, blob.text]));
}
